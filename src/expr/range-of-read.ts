import type { ExprId } from '../vocabulary/brands.js';
import { powerOfTwo } from '../vocabulary/powers.js';
import { Op } from './ops.js';
import type { ExprStore } from './store.js';

/** Longer ranges of indexes are not looked through. */
const readLimit = 4096;

/** The least and greatest value a read can meet, its index in the bounds that stand where `rowOf` says; both unsigned. */
export function rangeOfRead(
  store: ExprStore,
  id: ExprId,
  bounds: Float64Array,
  rowOf: (id: ExprId) => number,
): readonly [number, number] | undefined {
  const index = rowOf(store.a[id]);
  const { bytes, ids } = store.tables[store.b[id]];
  const count = store.width[id] >> 3;
  // What lies behind the table reads as 0; one such index stands for all.
  const [from, to] = [bounds[index], Math.min(bounds[index + 1], bytes.length)];
  const step = stepOf(store, store.a[id]);
  if ((to - from) / step > readLimit) return undefined;
  let [least, greatest] = [to < from || to === bytes.length ? 0 : Number.POSITIVE_INFINITY, 0];
  for (let i = Math.ceil(from / step) * step; i <= to; i += step) {
    let [lowest, highest] = [0, 0];
    for (let k = count - 1; k >= 0; k--) {
      const entry = i + k < ids.length ? ids[i + k] : 0;
      const byte = i + k < bytes.length ? bytes[i + k] : 0;
      lowest = lowest * 256 + (entry !== 0 ? bounds[rowOf(entry)] : byte);
      highest = highest * 256 + (entry !== 0 ? bounds[rowOf(entry) + 1] : byte);
    }
    least = Math.min(least, lowest);
    greatest = Math.max(greatest, highest);
  }
  return least <= greatest ? [least, greatest] : undefined;
}

/** A power of two that surely divides an index. */
export const stepOf = (store: ExprStore, index: ExprId): number => powerOfTwo(Math.min(lowZeros(store, index), 12));

/** Low bits that are surely 0, as those of an index into an array of words are. */
function lowZeros(store: ExprStore, id: ExprId): number {
  switch (store.op[id]) {
    case Op.Const:
      return store.lo[id] === 0 ? 32 : 31 - Math.clz32(store.lo[id] & -store.lo[id]);
    case Op.ZExt:
      return Math.min(lowZeros(store, store.a[id]), store.width[store.a[id]]);
    case Op.Concat:
      return store.op[store.b[id]] === Op.Const ? Math.min(lowZeros(store, store.b[id]), store.width[store.b[id]]) : 0;
    case Op.Add:
      return store.op[store.b[id]] === Op.Const
        ? Math.min(lowZeros(store, store.a[id]), lowZeros(store, store.b[id]))
        : 0;
    case Op.Mul:
      return store.op[store.b[id]] === Op.Const ? lowZeros(store, store.b[id]) : 0;
    default:
      return 0;
  }
}
