import { type Arithmetic, exactly, largest, smallest } from '../vocabulary/arithmetic.js';
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

  note(what: Arithmetic, left: bigint, right: bigint): void {
    if (what.type.width !== 32) return;
    if (what.operation === 'sign') {
      if (left < 0n) this.#keep(this.#below, left);
      return;
    }
    if (what.operation !== 'add' && what.operation !== 'sub' && what.operation !== 'mul') return;
    const result = exactly(what.operation, left, right);
    if (result > largest(what.type)) this.#keep(this.#above, result);
    else if (result < smallest(what.type)) this.#keep(this.#below, result);
  }

  #keep(values: Set<number>, value: bigint): void {
    if (values.size < remembered) values.add(Number(BigInt.asUintN(32, value)));
  }

  judge(name: string, size: number, failures: Failures, product?: number, parts: readonly number[] = [size]): void {
    const isMadeOf = (values: ReadonlySet<number>): boolean => parts.some((part) => contains(values, part >>> 0));
    const wrapped = isMadeOf(this.#above) ? 'above' : isMadeOf(this.#below) ? 'below' : undefined;
    if (wrapped === undefined && (product ?? 0) <= 0xffffffff) return;
    failures.allocation({ name, size: size >>> 0, product, wrapped, isExtended: false });
  }
}

function contains(values: ReadonlySet<number>, size: number): boolean {
  if (values.has(size)) return true;
  for (const value of values) {
    if (size > value && (size - value <= near || (value > 0 && size % value === 0))) return true;
  }
  return false;
}
