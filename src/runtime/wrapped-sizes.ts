import type { Use } from '../checkers/types.js';
import {
  type Arithmetic,
  exactly,
  fitsWiderLong,
  type IntegerType,
  largest,
  resultType,
  smallest,
} from '../vocabulary/arithmetic.js';
import { hugeSizes } from '../vocabulary/finding.js';
import { addressOf } from '../wasm/address.js';
import type { Failures } from './failures.js';

/** Values remembered on each side: sizes are used soon after they are computed. */
const remembered = 4096;

/** How far a size may lie from a part of it that wrapped: a header, a NUL. */
const near = 4096;

/**
 * For replays, which have numbers and no expressions: values that came out of an operation that did not fit, or of
 * reading a negative number as unsigned. A size that is one of them, or is made of one, is not the size meant.
 */
export class WrappedSizes {
  /** And whether they would have fitted where `long` has 64 bits. */
  readonly #above = new Map<number, boolean>();
  readonly #below = new Set<number>();
  /** Those below that were negative before they became unsigned. */
  readonly #negative = new Set<number>();

  constructor(readonly bits: 32 | 64) {}

  /** False once nothing more of this operation would be remembered: a hash function wraps around millions of times. */
  wants({ operation, type }: Arithmetic): boolean {
    if (this.#above.size < remembered) return true;
    const isOnlyAbove = !type.signed && (operation === 'add' || operation === 'mul');
    return !isOnlyAbove && (this.#below.size < remembered || this.#negative.size < remembered);
  }

  note(what: Arithmetic, left: bigint, right: bigint): void {
    const result = exactly(what.operation, left, right);
    const type = resultType(what);
    if (result > largest(type)) this.#keepAbove(result, type, fitsWiderLong(what, left, right));
    else if (result < smallest(type)) {
      this.#keep(what.operation === 'convert' ? this.#negative : this.#below, result, type);
    }
  }

  #keep(values: Set<number>, value: bigint, type: IntegerType): void {
    if (values.size < remembered) values.add(this.#cut(value, type));
  }

  /** What is left of a value, as the sandbox is told of it. */
  #cut(value: bigint, { width }: IntegerType): number {
    return this.asTold(BigInt.asUintN(width === 64 && this.bits === 64 ? 64 : 32, value));
  }

  /** A size as the sandbox is told of it. */
  asTold(size: bigint): number {
    return this.bits === 64 ? addressOf(size) >>> 0 : Number(size);
  }

  judge(name: string, size: number, failures: Failures, product?: number, parts: readonly number[] = [size]): void {
    const isMadeOf = (values: ReadonlySet<number>): boolean =>
      parts.some((part) => origin(values.keys(), values.has(part >>> 0), part >>> 0) !== undefined);
    const above = parts
      .map((part) => origin(this.#above.keys(), this.#above.has(part >>> 0), part >>> 0))
      .find((value) => value !== undefined);
    const isBelow = isMadeOf(this.#below) || isMadeOf(this.#negative);
    const wrapped = above !== undefined ? 'above' : isBelow ? 'below' : undefined;
    const isHuge = failures.enabled.has(hugeSizes) && (product ?? size >>> 0) > 0x7fffffff;
    if (wrapped === undefined && !isHuge) return;
    const fitsWider = above !== undefined && this.#above.get(above);
    const asked = {
      name,
      size: size >>> 0,
      bits: this.bits,
      product,
      wrapped,
      fitsWider,
      isExtended: false,
      isHuge,
    } as const;
    failures.allocation(asked);
  }

  /** A length or an index: only what is exactly such a value, as there are many of them. */
  use(value: number, call?: string): Use | undefined {
    if (this.#above.size === 0 && this.#below.size === 0 && this.#negative.size === 0) return undefined;
    const isExtended = this.#negative.has(value >>> 0);
    const isBelow = isExtended || this.#below.has(value >>> 0);
    const wrapped = this.#above.has(value >>> 0) ? 'above' : isBelow ? 'below' : undefined;
    return wrapped && { call, value, wrapped, fitsWider: this.#above.get(value >>> 0), isExtended };
  }

  /** A value that also came out of a narrower type is no matter of width. */
  #keepAbove(result: bigint, type: IntegerType, fitsWider: boolean): void {
    const value = this.#cut(result, type);
    const known = this.#above.get(value);
    if (known !== undefined || this.#above.size < remembered) this.#above.set(value, fitsWider && known !== false);
  }
}

/** The value among those remembered that a size is, or is made of. */
function origin(values: Iterable<number>, isOne: boolean, size: number): number | undefined {
  if (isOne) return size;
  for (const value of values) {
    if (size > value && (size - value <= near || (value > 0 && size % value === 0))) return value;
  }
  return undefined;
}
