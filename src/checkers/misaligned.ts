import { Op } from '../expr/ops.js';
import { constantOf, integerOf } from './representable.js';
import type { Checker } from './types.js';

export const misaligned: Checker = {
  id: 'misaligned',
  title: 'Misaligned pointer',
  help: 'A pointer is used for a type whose alignment its address does not have. Many processors allow it, so this checker is off by default.',
  cwe: 188,
  kind: 'own',
  native: {},
  severity: 'warning',
  byDefault: false,
  gap: 'What library functions do with a pointer is not checked, nor are programs that nearmiss cc compiled.',
  example:
    'static _Alignas(8) char bytes[16];\nint f(unsigned char n) { int *p = (int *)(bytes + (n & 7)); return *p; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'aligned',
    fails: (_, address, alignment) => (address & (alignment - 1n)) !== 0n,
    message: ({ about }, address, alignment) =>
      `a pointer to ${about} is ${address % alignment} bytes past a multiple of ${alignment}`,
    condition(builder, { type, left, right }) {
      const alignment = integerOf(builder, right, type) ?? 1n;
      const rest = builder.binary(Op.And, left, constantOf(builder, type.width, alignment - 1n));
      return builder.not(builder.binary(Op.Eq, rest, constantOf(builder, type.width, 0n)));
    },
  },
};
