import type { ExprId } from '../vocabulary/brands.js';
import type { ExprStore } from './store.js';
import { rangesOf } from './value-ranges.js';

/**
 * An upper bound of an expression as an unsigned number: enough to see that an index made from a byte fits its
 * table, without asking a solver. Never too small.
 */
export function upperBound(store: ExprStore, id: ExprId): number {
  return rangesOf(store).highest(id);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * The same for an expression read as a signed number. Beyond 2^53 the ends are rounded; who compares them with
 * something that large leaves room.
 */
export function signedRange(store: ExprStore, id: ExprId): Range {
  const ranges = rangesOf(store);
  return { low: ranges.lowestSigned(id), high: ranges.highestSigned(id) };
}
