/**
 * Shifts and rotations. By a constant they are no operations of their own: they become concat, extract
 * and extensions, so that `(x << 24) >>s 24`, masks and byte loads all meet in one form.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { Builder } from './builder.js';
import { isZero, zero } from './constants.js';

/** The constant amount, `width` when it is that or more, or -1 when it is not constant. */
function constantAmount(build: Builder, amount: ExprId, width: number): number {
  const store = build.store;
  if (store.op[amount] !== Op.Const) return -1;
  if (store.b[amount] !== 0 || store.a[amount] >>> 0 >= width) return width;
  return store.a[amount];
}

export function shiftLeftBy(build: Builder, x: ExprId, amount: number): ExprId {
  const width = build.store.width[x];
  if (amount === 0) return x;
  if (amount >= width) return zero(build.store, width);
  return build.concat(build.extract(x, 0, width - amount), zero(build.store, amount));
}

export function shiftRightBy(build: Builder, x: ExprId, amount: number): ExprId {
  const width = build.store.width[x];
  if (amount === 0) return x;
  if (amount >= width) return zero(build.store, width);
  return build.zext(build.extract(x, amount, width - amount), width);
}

export function shift(build: Builder, op: Op, x: ExprId, by: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  const amount = constantAmount(build, by, width);
  if (amount < 0) {
    if (isZero(store, x)) return x;
    return store.make(op, width, x, by, 0);
  }
  if (op === Op.Shl) return shiftLeftBy(build, x, amount);
  if (op === Op.LShr) return shiftRightBy(build, x, amount);
  if (amount === 0) return x;
  const kept = Math.max(1, width - amount);
  return build.sext(build.extract(x, width - kept, kept), width);
}

export function rotate(build: Builder, op: Op, x: ExprId, by: ExprId): ExprId {
  const store = build.store;
  const width = store.width[x];
  if (width === 1) return x;
  if (store.op[by] !== Op.Const) {
    if (store.op[x] === Op.Const && (isZero(store, x) || build.isOnes(x))) return x;
    return store.make(op, width, x, by, 0);
  }
  // The amount is modulo the width: 2^32 modulo the width joins the halves.
  let left = ((store.b[by] >>> 0) * (0x1_0000_0000 % width) + (store.a[by] >>> 0)) % width;
  if (op === Op.RotR && left !== 0) left = width - left;
  if (left === 0) return x;
  return build.concat(build.extract(x, 0, width - left), build.extract(x, width - left, left));
}
