/** Which sums of an expression does C compute without wrapping, so that they can be printed as C? */

import type { ExprId } from '../vocabulary/brands.js';
import type { CByte, CNames } from './c-names.js';
import { Op } from './ops.js';
import type { ExprStore } from './store.js';

/** A sum of short values that int holds: its text and its range. */
interface SmallSum {
  readonly text: string;
  readonly min: bigint;
  readonly max: bigint;
  /** Needs no parentheses as an operand. */
  readonly atom: boolean;
}

const intMin = -(2n ** 31n);
const intMax = 2n ** 31n - 1n;

/** `i + step` of width 32 where C computes the same in int, whatever the values. */
export function smallSum(store: ExprStore, id: ExprId, names: CNames): SmallSum | undefined {
  const { op, a, b, width } = store;
  if (width[id] !== 32) return undefined;
  if (op[id] === Op.Const) {
    const value = BigInt(a[id]);
    return { text: `${value}`, min: value, max: value, atom: value >= 0n };
  }
  if (op[id] === Op.ZExt || op[id] === Op.SExt) {
    const bytes = wholeBytes(store, a[id], names);
    if (!bytes || bytes.size > 2 || bytes.signed !== (op[id] === Op.SExt)) return undefined;
    const bits = BigInt(8 * bytes.size);
    const [min, max] = bytes.signed ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
    return { text: bytes.name, min, max, atom: true };
  }
  if (op[id] !== Op.Add && op[id] !== Op.Sub) return undefined;
  let [one, other] = [smallSum(store, a[id], names), smallSum(store, b[id], names)];
  if (!one || !other) return undefined;
  // The parameter first, as people write it.
  if (op[id] === Op.Add && other.text < one.text && other.atom && !/^-?\d/.test(other.text))
    [one, other] = [other, one];
  const isSum = op[id] === Op.Add;
  const min = isSum ? one.min + other.min : one.min - other.max;
  const max = isSum ? one.max + other.max : one.max - other.min;
  if (min < intMin || max > intMax) return undefined;
  const isNegative = isSum && other.min === other.max && other.min < 0n;
  const right = isNegative ? `${-other.min}` : other.atom ? other.text : `(${other.text})`;
  return { text: `${one.text} ${isSum && !isNegative ? '+' : '-'} ${right}`, min, max, atom: false };
}

/** The object an expression is, when it is all of one. */
function wholeBytes(store: ExprStore, id: ExprId, names: CNames): CByte | undefined {
  const { op, a, b } = store;
  if (op[id] === Op.Var) {
    const byte = names(a[id]);
    return byte?.size === 1 ? byte : undefined;
  }
  if (op[id] !== Op.Concat || op[a[id]] !== Op.Var || op[b[id]] !== Op.Var) return undefined;
  const [high, low] = [names(a[a[id]]), names(a[b[id]])];
  const isWhole = low?.size === 2 && low.byte === 0 && high?.name === low.name && high.byte === 1;
  return isWhole ? low : undefined;
}
