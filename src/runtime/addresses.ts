import { upperBound } from '../expr/bounds.js';
import type { Builder } from '../expr/build.js';
import { OperationMemo } from '../expr/memo.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { wildAddress } from '../wasm/address.js';

/**
 * Addresses and sizes of programs whose pointers have 64 bits. Instrumented code gives their values as numbers of 32
 * bits (wasm/address.ts) and their expressions as they are, 64 bits wide. Who asks more of them than whether they lie
 * in an object takes the expression of what the value is.
 */
export function narrowAddress(builder: Builder, id: ExprId): ExprId {
  const { store } = builder;
  if (id === 0 || store.width[id] === 32) return id;
  const low = lowHalf(builder, id);
  if (upperBound(store, id) <= 0x7fffffff) return store.isConst(low) ? 0 : low;
  const isNegative = builder.binary(Op.Slt, id, store.constant(64, 0, 0));
  const wild = builder.ite(isNegative, store.constant(32, wildAddress.below), store.constant(32, wildAddress.above));
  const fits = builder.binary(Op.Eq, builder.extract(id, 31, 33), store.constant(33, 0));
  const address = builder.ite(fits, low, wild);
  return store.isConst(address) ? 0 : address;
}

/** Operations whose lower bits come of their operands' lower bits alone. */
const carriesUpwards: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.Mul, Op.And, Op.Or, Op.Xor]);
/** Sums in sums that are looked into. */
const deepest = 12;

/**
 * The lower half of an expression, as a program with pointers of 32 bits would have computed it: an object's address is
 * then the constant of a sum, and solvers have half as many bits to think of.
 */
export function lowHalf(builder: Builder, id: ExprId): ExprId {
  let memo = halves.get(builder.store);
  if (!memo) halves.set(builder.store, (memo = new OperationMemo(builder.store)));
  const known = memo.find(1, id, 0);
  if (known >= 0) return known;
  const { slot } = memo;
  return memo.keep(slot, 1, id, 0, cutLow(builder, id, deepest));
}

const halves = new WeakMap<ExprStore, OperationMemo>();

function cutLow(builder: Builder, id: ExprId, depth: number): ExprId {
  const { store } = builder;
  const { op, a, b, c } = store;
  if (depth > 0 && carriesUpwards.has(op[id])) {
    const left = cutLow(builder, a[id], depth - 1);
    return builder.binary(op[id] as Op, left, cutLow(builder, b[id], depth - 1));
  }
  if (depth > 0 && op[id] === Op.Ite) {
    return builder.ite(a[id], cutLow(builder, b[id], depth - 1), cutLow(builder, c[id], depth - 1));
  }
  return builder.extract(id, 0, 32);
}

/** Such an expression where the address fits: what it is made of, for who asks which object is meant. */
export function meantAddress({ op, b, c, a }: ExprStore, id: ExprId): ExprId {
  if (op[id] !== Op.Ite) return id;
  const wild = op[c[id]] === Op.Ite ? c[c[id]] : c[id];
  return op[wild] === Op.Const && a[wild] === wildAddress.above ? b[id] : id;
}
