/** Clz, Ctz, Popcnt: folded, and counted in the narrow part where the rest is known to be zero. */
import type { ExprId } from '../../vocabulary/brands.js';
import { computeCount } from '../compute.js';
import { Op } from '../ops.js';
import type { Builder } from './builder.js';

export function count(build: Builder, op: Op, x: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  if (store.op[x] === Op.Const) return store.constant(width, computeCount(op, width, store.a[x], store.b[x]));
  if (store.op[x] === Op.ZExt && op !== Op.Ctz) {
    const inner = store.a[x];
    const narrow = build.zext(build.unary(op, inner), width);
    if (op === Op.Popcnt) return narrow;
    return build.binary(Op.Add, narrow, store.constant(width, width - store.width[inner]));
  }
  if (width === 1) return op === Op.Popcnt ? x : build.not(x);
  return store.make(op, width, x, 0, 0);
}
