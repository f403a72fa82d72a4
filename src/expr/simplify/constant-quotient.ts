/**
 * Quotients by constants. Canonical: one division however often was divided, and comparisons with a constant about
 * what was divided: `x / 10 / 10 == 0`, as every loop asks that prints a number, is a bound of x.
 */
import type { ExprId } from '../../vocabulary/brands.js';
import { Op } from '../ops.js';
import type { ExprStore } from '../store.js';
import type { Builder } from './builder.js';
import { boolean, hasConstantRight, zero } from './constants.js';

function numberOf(store: ExprStore, constant: ExprId): bigint {
  return (BigInt(store.b[constant] >>> 0) << 32n) | BigInt(store.a[constant] >>> 0);
}

function constantOf(store: ExprStore, width: number, value: bigint): ExprId {
  return store.constant(width, Number(value & 0xffffffffn) | 0, Number(value >> 32n) | 0);
}

/** (x / constant) / constant, or 0 where there is no such. */
export function divideTwice(build: Builder, a: ExprId, b: ExprId): ExprId {
  const { store } = build;
  if (!hasConstantRight(store, a, Op.UDiv)) return 0;
  const width = store.width[a];
  const product = numberOf(store, store.b[a]) * numberOf(store, b);
  if (product >> BigInt(width) !== 0n) return zero(store, width);
  return build.binary(Op.UDiv, store.a[a], constantOf(store, width, product));
}

/** An unsigned comparison of x / constant with a constant, or 0 where it is none. */
export function orderConstantQuotient(build: Builder, op: Op, a: ExprId, b: ExprId): ExprId {
  const { store } = build;
  if (op !== Op.Ult && op !== Op.Ule) return 0;
  const isStrict = op === Op.Ult;
  if (store.op[b] === Op.Const && hasConstantRight(store, a, Op.UDiv)) {
    // x / c <= k is x < (k + 1) * c
    return isBelow(build, a, numberOf(store, b) + (isStrict ? 0n : 1n));
  }
  if (store.op[a] !== Op.Const || !hasConstantRight(store, b, Op.UDiv)) return 0;
  return build.not(isBelow(build, b, numberOf(store, a) + (isStrict ? 1n : 0n)));
}

/** x / constant == 0 */
export function isZeroQuotient(build: Builder, quotient: ExprId): ExprId {
  return isBelow(build, quotient, 1n);
}

function isBelow(build: Builder, quotient: ExprId, limit: bigint): ExprId {
  const { store } = build;
  const width = store.width[quotient];
  const product = limit * numberOf(store, store.b[quotient]);
  if (product >> BigInt(width) !== 0n) return boolean(store, true);
  return build.binary(Op.Ult, store.a[quotient], constantOf(store, width, product));
}
