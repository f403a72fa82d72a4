import type { Use } from '../checkers/types.js';
import { type Arithmetic, exactly, largest, resultType, smallest } from '../vocabulary/arithmetic.js';
import { hugeSizes } from '../vocabulary/finding.js';
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
  readonly #above = new Set<number>();
  readonly #below = new Set<number>();
  /** Those below that were negative before they became unsigned. */
  readonly #negative = new Set<number>();

  /** False once nothing more of this operation would be remembered: a hash function wraps around millions of times. */
  wants({ operation, type }: Arithmetic): boolean {
    if (this.#above.size < remembered) return true;
    const isOnlyAbove = !type.signed && (operation === 'add' || operation === 'mul');
    return !isOnlyAbove && (this.#below.size < remembered || this.#negative.size < remembered);
  }

  note(what: Arithmetic, left: bigint, right: bigint): void {
    const result = exactly(what.operation, left, right);
    const type = resultType(what);
    if (result > largest(type)) keep(this.#above, result);
    else if (result < smallest(type)) keep(what.operation === 'convert' ? this.#negative : this.#below, result);
  }

  judge(name: string, size: number, failures: Failures, product?: number, parts: readonly number[] = [size]): void {
    const isMadeOf = (values: ReadonlySet<number>): boolean => parts.some((part) => contains(values, part >>> 0));
    const isBelow = isMadeOf(this.#below) || isMadeOf(this.#negative);
    const wrapped = isMadeOf(this.#above) ? 'above' : isBelow ? 'below' : undefined;
    const isHuge = failures.enabled.has(hugeSizes) && (product ?? size >>> 0) > 0x7fffffff;
    if (wrapped === undefined && (product ?? 0) <= 0xffffffff && !isHuge) return;
    failures.allocation({ name, size: size >>> 0, product, wrapped, isExtended: false, isHuge });
  }

  /** A length or an index: only what is exactly such a value, as there are many of them. */
  use(value: number, call?: string): Use | undefined {
    if (this.#above.size === 0 && this.#below.size === 0 && this.#negative.size === 0) return undefined;
    const isExtended = this.#negative.has(value >>> 0);
    const isBelow = isExtended || this.#below.has(value >>> 0);
    const wrapped = this.#above.has(value >>> 0) ? 'above' : isBelow ? 'below' : undefined;
    return wrapped && { call, value, wrapped, isExtended };
  }
}

function keep(values: Set<number>, value: bigint): void {
  if (values.size < remembered) values.add(Number(BigInt.asUintN(32, value)));
}

function contains(values: ReadonlySet<number>, size: number): boolean {
  if (values.has(size)) return true;
  for (const value of values) {
    if (size > value && (size - value <= near || (value > 0 && size % value === 0))) return true;
  }
  return false;
}
