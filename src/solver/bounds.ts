import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

/** A constraint that bounds an expression by a constant. */
export interface Bound {
  readonly part: ExprId;
  /** The expression, which of its ends, and in which order of numbers: bounds of one key can be compared. */
  readonly key: number;
  readonly isLower: boolean;
  readonly value: number | bigint;
}

/** `undefined` of a constraint that says something else. */
export function boundOf(store: ExprStore, part: ExprId): Bound | undefined {
  const op = store.op[part];
  if (op !== Op.Ult && op !== Op.Ule && op !== Op.Slt && op !== Op.Sle) return undefined;
  const [a, b] = [store.a[part], store.b[part]];
  const isLower = store.isConst(a);
  if (isLower === store.isConst(b)) return undefined;
  const isSigned = op === Op.Slt || op === Op.Sle;
  const value = limitOf(store, isLower ? a : b, isSigned, op === Op.Ult || op === Op.Slt, isLower);
  return { part, key: (isLower ? b : a) * 4 + (isLower ? 2 : 0) + (isSigned ? 1 : 0), isLower, value };
}

/** Whether `bound` says nothing that `other` does not say; they have the same key. */
export function followsFrom(bound: Bound, other: Bound): boolean {
  return bound.isLower ? bound.value <= other.value : bound.value >= other.value;
}

/**
 * The tightest bounds of expressions met on a path. A loop to an input's value says 1 < n, 2 < n, … ;
 * only the last of these says something.
 */
export class Bounds {
  readonly #tightest = new Map<number, Bound>();

  /**
   * What to do with a constraint that is a bound: `undefined` to keep it, itself if it follows from one before, else
   * the one before that follows from it.
   */
  superseded(bound: Bound): ExprId | undefined {
    const before = this.#tightest.get(bound.key);
    if (before !== undefined && followsFrom(bound, before)) return bound.part;
    this.#tightest.set(bound.key, bound);
    return before?.part;
  }
}

/** The least or greatest value a comparison with this constant allows. */
function limitOf(
  store: ExprStore,
  id: ExprId,
  isSigned: boolean,
  isStrict: boolean,
  isLower: boolean,
): number | bigint {
  const width = store.width[id];
  const low = store.lo[id];
  if (width > 32) {
    const bits = (BigInt(store.hi[id] >>> 0) << 32n) | BigInt(low >>> 0);
    const value = isSigned ? BigInt.asIntN(width, bits) : bits;
    return isStrict ? value + (isLower ? 1n : -1n) : value;
  }
  const unused = 32 - width;
  const value = isSigned ? (low << unused) >> unused : low >>> 0;
  return isStrict ? value + (isLower ? 1 : -1) : value;
}
