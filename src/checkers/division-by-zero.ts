import { Op } from '../expr/ops.js';
import { smallest } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import { constantOf, spelled } from './representable.js';
import type { Checker } from './types.js';

export const divisionByZero: Checker = {
  id: 'division-by-zero',
  title: 'Division by zero',
  help: 'A divisor can be zero, or the smallest integer is divided by -1.',
  cwe: 369,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return 100 / (n - 7); }',
  divide: {
    condition(builder, { dividend, divisor, width, isSigned, isRemainder }) {
      const { store } = builder;
      const zero = builder.binary(Op.Eq, divisor, store.constant(width, 0));
      // Wasm defines INT_MIN % -1 as 0; only the division traps.
      if (!isSigned || isRemainder) return zero;
      const smallest = width === 32 ? store.constant(32, 0x80000000) : store.constant(64, 0, 0x80000000);
      const minusOne = store.constant(width, -1, -1);
      const overflows = builder.binary(
        Op.And,
        builder.binary(Op.Eq, dividend, smallest),
        builder.binary(Op.Eq, divisor, minusOne),
      );
      return builder.binary(Op.Or, zero, overflows);
    },
    message: 'division by zero',
  },
  // The remainder of the smallest integer and -1: no trap in Wasm, one on most machines.
  arithmetic: {
    listens: ({ operation }) => operation === 'rem',
    fails: ({ type }, left, right) => right === -1n && left === smallest(type),
    message: (what, left, right) =>
      `${spelled(what, left, right)}: the quotient cannot be represented in ${what.type.name}`,
    condition(builder, { type, left, right }) {
      const is = (id: ExprId, value: bigint): ExprId =>
        builder.binary(Op.Eq, id, constantOf(builder, type.width, value));
      return builder.binary(Op.And, is(left, smallest(type)), is(right, -1n));
    },
  },
};
