/** Which number was multiplied, by what, to make this part of an address? */

import { Entry } from '../abi/trace.js';
import { constantOf } from '../checkers/representable.js';
import type { ScaledIndex } from '../checkers/types.js';
import { signedRange, upperBound } from '../expr/bounds.js';
import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { Log } from './log.js';

/** Elements larger than this are rare, and constants farther away. */
const farthest = 1 << 20;

/**
 * `i * 4`, as an offset of 32 bits, has lost the upper bits of `i`: by the offset alone, -536870913 is an index past the
 * end. So what was multiplied is remembered for the rest of the run, where a product could have wrapped at all.
 */
export class ScaledIndices {
  readonly #made = new Map<ExprId, { readonly of: ExprId; readonly factor: number }>();

  constructor(readonly builder: Builder) {}

  reset(): void {
    if (this.#made.size > 0) this.#made.clear();
  }

  note(product: ExprId, of: ExprId, factor: number): void {
    if (factor > 1 && factor <= farthest && product !== 0) this.#made.set(product, { of, factor });
  }

  /** The index behind an offset; undefined when none is known, or it is too small for its product to wrap. */
  behind(offset: ExprId): ScaledIndex | undefined {
    if (this.#made.size === 0) return undefined;
    const { base, lo } = this.builder.constantPart(offset);
    const whole = this.#made.get(offset);
    const made = whole ?? this.#made.get(base);
    const rest = whole ? 0 : lo | 0;
    if (!made || Math.abs(rest) > farthest) return undefined;
    if (this.#largest(made.of) * made.factor < this.#limit(made.of)) return undefined;
    return { id: made.of, factor: made.factor, rest };
  }

  /** Of either sign: a number of 64 bits is as a rule an int made wider. */
  #largest(index: ExprId): number {
    const { store } = this.builder;
    if (store.width[index] === 32) return upperBound(store, index);
    const { low, high } = signedRange(store, index);
    return Math.max(-low, high);
  }

  /** A product below this has not wrapped. */
  #limit(index: ExprId): number {
    return this.builder.store.width[index] === 32 ? 0x7fffffff - farthest : 2 ** 62;
  }

  /** From here on, only inputs count for which the product does not wrap: if this is one. */
  settle({ id, factor }: ScaledIndex, run: { holds(condition: ExprId): boolean; log: Log }, site: SiteId): void {
    const { builder } = this;
    const most = BigInt(Math.floor(this.#limit(id) / factor));
    const number = (value: bigint): ExprId => constantOf(builder, builder.store.width[id], value);
    const isBelow = builder.binary(Op.Slt, id, number(most));
    const isAbove = builder.binary(Op.Slt, number(-most), id);
    const condition = builder.binary(Op.And, isBelow, isAbove);
    if (!builder.store.isConst(condition) && run.holds(condition)) run.log.add(Entry.Assume, condition, site, 0);
  }
}
