import { outside } from './representable.js';
import type { Checker } from './types.js';

export const allocUnderflow: Checker = {
  id: 'alloc-underflow',
  title: 'Allocation size below zero',
  help: 'The size given to malloc, calloc or realloc is negative, or a difference below zero: read as unsigned it is huge.',
  cwe: 789,
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid *f(int n) { return malloc(n); }',
  allocate: {
    fails: ({ wrapped }) => wrapped === 'below',
    message: ({ name, size }) => `${name} is asked for ${size | 0} bytes, which is ${size >>> 0} as a size`,
    conditions: (builder, { steps }) => steps.map((step) => outside(builder, 'below', step)),
  },
};
