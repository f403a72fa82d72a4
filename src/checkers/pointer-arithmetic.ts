import { Op } from '../expr/ops.js';
import type { IntegerType } from '../vocabulary/arithmetic.js';
import { constantOf } from './representable.js';
import type { Checker } from './types.js';

/** By the type the sum is in (build/ir/value-checks.ts): unsigned where pointers have 64 bits, of which programs use less than half. */
const largestAddress = ({ signed }: IntegerType): bigint => (signed ? 0xffffffffn : (1n << 63n) - 1n);

/** A move between NULL and an address, or out of the address space. */
const leaves = (type: IntegerType, from: bigint, to: bigint): boolean =>
  to < 0n || to > largestAddress(type) || (from === 0n) !== (to === 0n);

export const pointerArithmetic: Checker = {
  id: 'pointer-arithmetic',
  title: 'Pointer that wraps around',
  help: 'A pointer is moved beyond the first or the last address there is, from NULL or to NULL. Whether it still points into its object is not asked before it is used.',
  cwe: 823,
  kind: 'own',
  native: { unseen: 'objects have other addresses there, from which the same distance may not wrap around' },
  severity: 'warning',
  byDefault: false,
  gap: 'A pointer that leaves its object and stays among the addresses there are is not checked, nor are programs that nearmiss cc compiled.',
  example: 'static char bytes[16];\nchar *f(int n) { return bytes + n; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'moved',
    fails: ({ type }, from, to) => leaves(type, from, to),
    message: (_, from, to) =>
      from === 0n
        ? `NULL is moved by ${BigInt.asIntN(64, to)} bytes`
        : `a pointer moved by ${BigInt.asIntN(64, to - from)} bytes wraps around`,
    condition(builder, { type, left, right }) {
      const number = (value: bigint) => constantOf(builder, 64, value);
      const isNull = builder.binary(Op.Eq, left, number(0n));
      const becomesNull = builder.binary(Op.Eq, right, number(0n));
      const isFar = builder.binary(Op.Ult, number(largestAddress(type)), right);
      return builder.binary(Op.Or, isFar, builder.not(builder.binary(Op.Eq, isNull, becomesNull)));
    },
  },
};
