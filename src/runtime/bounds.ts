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

export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * The same for an expression read as a signed number. Beyond 2^53 the ends are rounded; who compares them with
 * something that large leaves room.
 */
export function signedRange(store: ExprStore, id: ExprId, depth = 8): Range {
  let known = ranges.get(store);
  if (known?.generation !== store.generation) {
    known = { generation: store.generation, ranges: new Map() };
    ranges.set(store, known);
  }
  const found = known.ranges.get(id);
  if (found) return found;
  const range = computedRange(store, id, depth);
  // One that was given up on may be known better when it is asked for by itself.
  if (depth === 8) known.ranges.set(id, range);
  return range;
}

/** Sums grow on sums: with what is known of the parts, no depth is too deep. */
const ranges = new WeakMap<ExprStore, { generation: number; ranges: Map<ExprId, Range> }>();

function computedRange(store: ExprStore, id: ExprId, depth: number): Range {
  const width = store.width[id];
  const half = 2 ** (width - 1);
  const full = { low: -half, high: half - 1 };
  if (depth === 0) return full;
  const next = (child: ExprId): Range => signedRange(store, child, depth - 1);
  const within = (low: number, high: number): Range => (low < -half || high > half - 1 ? full : { low, high });
  const a = store.a[id];
  const b = store.b[id];
  switch (store.op[id]) {
    case Op.Const: {
      const value = width > 32 ? b * 2 ** 32 + (a >>> 0) : width === 32 ? a : (a << (32 - width)) >> (32 - width);
      return { low: value, high: value };
    }
    case Op.SExt:
      return next(a);
    case Op.Add: {
      const [x, y] = [next(a), next(b)];
      return within(x.low + y.low, x.high + y.high);
    }
    case Op.Sub: {
      const [x, y] = [next(a), next(b)];
      return within(x.low - y.high, x.high - y.low);
    }
    case Op.Mul: {
      const [x, y] = [next(a), next(b)];
      const products = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
      return within(Math.min(...products), Math.max(...products));
    }
    case Op.Ite: {
      const [x, y] = [next(b), next(store.c[id])];
      return { low: Math.min(x.low, y.low), high: Math.max(x.high, y.high) };
    }
    default: {
      const high = upperBound(store, id, depth);
      return high <= half - 1 && high < Number.MAX_SAFE_INTEGER ? { low: 0, high } : full;
    }
  }
}
