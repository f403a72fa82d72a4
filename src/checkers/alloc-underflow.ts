import { Op } from '../expr/ops.js';
import { constantOf, outside } from './representable.js';
import type { Checker } from './types.js';
import { wrongSize } from './wrong-size.js';

export const allocUnderflow: Checker = {
  id: 'alloc-underflow',
  title: 'Negative allocation size',
  help: 'The size given to malloc, calloc or realloc is negative, or is a difference below zero; read as unsigned, it is huge. Or a variable-length array has zero or a negative number of elements.',
  cwe: 789,
  kind: 'bad size',
  native: wrongSize,
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid *f(int n) { return malloc(n); }',
  arithmetic: {
    listens: ({ operation }) => operation === 'bound',
    fails: (_, size) => size <= 0n,
    message: ({ about = 'what is declared here' }, size) => `${about} is an array of ${size} elements`,
    condition(builder, { type, left }) {
      const zero = constantOf(builder, type.width, 0n);
      return type.signed ? builder.not(builder.binary(Op.Slt, zero, left)) : builder.binary(Op.Eq, left, zero);
    },
  },
  allocate: {
    fails: ({ wrapped, isHuge }) => wrapped === 'below' || isHuge === true,
    reason: ({ wrapped }) => (wrapped === 'below' ? undefined : 'huge'),
    message: ({ name, size, bits, product, wrapped }) =>
      bits === 64
        ? `${name} is asked for a negative number of bytes`
        : wrapped === 'below'
          ? `${name} is asked for ${size | 0} bytes, which is ${size >>> 0} as a size`
          : `${name} is asked for ${product ?? size >>> 0} bytes`,
    conditions: (builder, { steps, huge }) => [...steps.map((step) => outside(builder, 'below', step)), huge],
  },
};
