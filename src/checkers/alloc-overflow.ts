import { outside } from './representable.js';
import type { Checker } from './types.js';
import { unlessWider } from './unsigned-use.js';
import { wrongSize } from './wrong-size.js';

export const allocOverflow: Checker = {
  id: 'alloc-overflow',
  title: 'Allocation size overflows',
  help: 'The size given to malloc, calloc or realloc is computed by a sum or product that wraps around, so the block is smaller than intended. The product that calloc computes itself is none of these: when it does not fit, calloc refuses and returns NULL, and what a program does with that NULL is explored.',
  cwe: 680,
  kind: 'own',
  native: wrongSize,
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid *f(unsigned n) { return malloc(n * sizeof(int)); }',
  allocate: {
    fails: ({ wrapped }) => wrapped === 'above',
    reason: () => 'wrapped',
    message: ({ name, size, bits, fitsWider }) =>
      `${name} is asked for ${size >>> 0} bytes, the rest of a size that does not fit ${bits} bits${unlessWider(fitsWider)}`,
    conditions: (builder, { steps }) => steps.map((step) => outside(builder, 'above', step)),
  },
};
