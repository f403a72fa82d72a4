import { Op } from '../expr/ops.js';
import { smallest } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import { isZero } from './is-zero.js';
import { constantOf, spelled } from './representable.js';
import type { Checker } from './types.js';

export const divisionByZero: Checker = {
  id: 'division-by-zero',
  title: 'Division by zero',
  help: 'A divisor can be zero, or the smallest integer is divided by -1. Floating-point division by zero, which has a value, counts only where `conversion` is enabled too.',
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
    // Of floats it has a value, infinity or NaN: only who looks at values that change hears of it.
    listens: ({ operation }, enabled) => operation === 'rem' || (operation === 'quotient' && enabled.has('conversion')),
    fails: ({ operation, type }, left, right) =>
      operation === 'quotient' ? left === 0n : right === -1n && left === smallest(type),
    message: (what, left, right) =>
      what.operation === 'quotient'
        ? `a ${what.about} is divided by zero`
        : `${spelled(what, left, right)}: the quotient cannot be represented in ${what.type.name}`,
    reason: ({ operation }) => (operation === 'quotient' ? 'divides-float' : undefined),
    condition(builder, what) {
      const { type, left, right } = what;
      if (what.operation === 'quotient') return isZero(builder, what);
      const is = (id: ExprId, value: bigint): ExprId =>
        builder.binary(Op.Eq, id, constantOf(builder, type.width, value));
      return builder.binary(Op.And, is(left, smallest(type)), is(right, -1n));
    },
  },
};
