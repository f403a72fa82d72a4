import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

/**
 * A cheap upper bound of an expression as an unsigned number: enough to see that an index made from a
 * byte fits its table, without asking a solver. Never too small; depth-limited, so never slow.
 */
export function upperBound(store: ExprStore, id: ExprId, depth = 8): number {
  const width = store.width[id];
  const top = width >= 53 ? Number.MAX_SAFE_INTEGER : 2 ** width - 1;
  if (depth === 0) return top;
  const a = store.a[id];
  const b = store.b[id];
  const next = (child: ExprId): number => upperBound(store, child, depth - 1);
  switch (store.op[id]) {
    case Op.Const:
      return width > 32 ? (b >>> 0 > 0x1fffff ? top : (b >>> 0) * 2 ** 32 + (a >>> 0)) : a >>> 0;
    case Op.ZExt:
      return next(a);
    case Op.Concat:
      return Math.min(top, next(a) * 2 ** store.width[b] + 2 ** store.width[b] - 1);
    case Op.And:
      return Math.min(next(a), next(b));
    case Op.Or:
    case Op.Xor: {
      const larger = Math.max(next(a), next(b));
      return Math.min(top, 2 ** Math.ceil(Math.log2(larger + 1)) - 1);
    }
    case Op.Add: {
      const sum = next(a) + next(b);
      return Math.min(sum, top);
    }
    case Op.Mul: {
      const product = next(a) * next(b);
      return Math.min(product, top);
    }
    case Op.Shl: {
      if (store.op[b] !== Op.Const) return top;
      const shifted = next(a) * 2 ** (store.a[b] >>> 0);
      return Math.min(shifted, top);
    }
    case Op.LShr:
      return store.op[b] === Op.Const ? Math.floor(next(a) / 2 ** (store.a[b] >>> 0)) : next(a);
    case Op.URem:
      return store.op[b] === Op.Const && store.a[b] !== 0 && width <= 32
        ? Math.min(next(a), (store.a[b] >>> 0) - 1)
        : next(a);
    case Op.UDiv:
      return store.op[b] === Op.Const && store.a[b] !== 0 && width <= 32
        ? Math.floor(next(a) / (store.a[b] >>> 0))
        : top;
    case Op.Ite:
      return Math.max(next(b), next(store.c[id]));
    default:
      return top;
  }
}
