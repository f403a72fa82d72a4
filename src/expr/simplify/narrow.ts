/** Should the low bits of a sum be computed at a smaller width? */

import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';

const depthLimit = 4;

/** Sums are narrowed to the widths C computes in; odd widths would only stop expressions from being shared. */
function isUsualWidth(width: number): boolean {
  return width === 8 || width === 16 || width === 32 || width === 1;
}

/**
 * Whether the low `width` bits of this sum, difference or product are worth computing at that width:
 * when all it is made of gets smaller by it (extensions, put-together bytes, constants), so that nothing
 * is computed twice. `(char)(a + b)` is, the low byte of a hash is not.
 */
export function narrows(store: ExprStore, id: ExprId, width: number): boolean {
  return isUsualWidth(width) && shrinks(store, id, width, depthLimit);
}

function shrinks(store: ExprStore, id: ExprId, width: number, depth: number): boolean {
  if (store.width[id] <= width) return true;
  switch (store.op[id]) {
    case Op.Const:
    case Op.Var:
    case Op.Extract:
      return true;
    case Op.ZExt:
    case Op.SExt:
      return depth > 0 && shrinks(store, store.a[id], width, depth - 1);
    case Op.Concat: {
      if (depth === 0) return false;
      const lowWidth = store.width[store.b[id]];
      if (lowWidth >= width) return shrinks(store, store.b[id], width, depth - 1);
      return shrinks(store, store.a[id], width - lowWidth, depth - 1);
    }
    case Op.Add:
    case Op.Sub:
    case Op.Mul:
      return (
        depth > 0 && shrinks(store, store.a[id], width, depth - 1) && shrinks(store, store.b[id], width, depth - 1)
      );
    default:
      return false;
  }
}
