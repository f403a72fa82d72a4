import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { coneOf } from './cone.js';

/**
 * Which of a constraint's bytes are put together to numbers, and where in them: 0 for a byte that is
 * only looked at by itself (a character), else 1 for the lowest byte of a number, 2 for the next, and
 * so on. Letters are the plainest values of a character; of a number, small ones are.
 */
export function numberBytes(store: ExprStore, root: ExprId, support: Int32Array, limit: number): Uint8Array {
  const ranks = new Uint8Array(support.length);
  const cone = coneOf(store, root, limit);
  if (cone === undefined) return ranks;
  const offsets = new Map<ExprId, number>();
  const place = (part: ExprId, offset: number): void => {
    if (store.op[part] === Op.Concat) offsets.set(part, Math.max(offset, offsets.get(part) ?? 0));
    else if (store.op[part] === Op.Var) {
      const index = support.indexOf(store.a[part]);
      ranks[index] = Math.max(ranks[index], 1 + (offset >> 3));
    }
  };
  // Parents before children, so that a part of a part knows how far up it is.
  for (let index = cone.length - 1; index >= 0; index--) {
    const id = cone[index];
    if (store.op[id] !== Op.Concat) continue;
    const offset = offsets.get(id) ?? 0;
    place(store.b[id], offset);
    place(store.a[id], offset + store.width[store.b[id]]);
  }
  return ranks;
}
