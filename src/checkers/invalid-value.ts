import { upperBound } from '../expr/bounds.js';
import { Op } from '../expr/ops.js';
import { constantOf } from './representable.js';
import type { Checker } from './types.js';

export const invalidValue: Checker = {
  id: 'invalid-value',
  title: 'Value that its type does not have',
  help: 'A bool is read that is neither 0 nor 1, as memory that something else was stored in is. In C an enum may hold every value of its integer type.',
  cwe: 704,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example:
    '#include <stdbool.h>\n#include <string.h>\nint f(unsigned char n) { bool b; memcpy(&b, &n, 1); return b ? 1 : 2; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'value',
    fails: (_, value) => value > 1n,
    message: ({ about }, value) => `${value} is no value of type ${about}`,
    condition: (builder, { left }) =>
      upperBound(builder.store, left) <= 1 ? 0 : builder.binary(Op.Ult, constantOf(builder, 32, 1n), left),
  },
};
