import { Op } from '../expr/ops.js';
import { constantOf, outside } from './representable.js';
import type { Allocation, Checker } from './types.js';
import { wrongSize } from './wrong-size.js';

export const allocOverflow: Checker = {
  id: 'alloc-overflow',
  title: 'Allocation size overflows',
  help: 'The size given to malloc, calloc or realloc is computed by a sum or product that wraps around, so the block is smaller than intended.',
  cwe: 680,
  kind: 'own',
  native: wrongSize,
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid *f(unsigned n) { return malloc(n * sizeof(int)); }',
  allocate: {
    fails: (allocation) => allocation.wrapped === 'above' || isTooLarge(allocation),
    // A product that calloc computes itself is refused by every machine.
    reason: (allocation) => (isTooLarge(allocation) ? undefined : 'wrapped'),
    message: (allocation) => {
      const { name, size, product } = allocation;
      return isTooLarge(allocation)
        ? `${name} is asked for ${product} bytes, more than 32 bits can hold`
        : `${name} is asked for ${size >>> 0} bytes, the rest of a size that does not fit 32 bits`;
    },
    conditions: (builder, { steps, product }) => [
      ...steps.map((step) => outside(builder, 'above', step)),
      ...(product === 0 ? [] : [builder.binary(Op.Ult, constantOf(builder, 64, 0xffffffffn), product)]),
    ],
  },
};

const isTooLarge = ({ product }: Allocation): boolean => product !== undefined && product > 0xffffffff;
