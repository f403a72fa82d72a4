import { Op } from '../expr/ops.js';
import { constantOf } from './representable.js';
import type { Checker } from './types.js';

export const signExtensionOverflow: Checker = {
  id: 'sign-extension-overflow',
  title: 'Negative value extended into a size',
  help: 'A char or short that is negative is made wider and then used as a size: it becomes huge.',
  cwe: 194,
  severity: 'error',
  byDefault: true,
  gap: 'Only sizes of allocations: lengths and offsets are not looked at.',
  example: '#include <stdlib.h>\nvoid *f(signed char n) { return malloc(n); }',
  allocate: {
    fails: ({ wrapped, isExtended }) => wrapped === 'below' && isExtended,
    message: ({ name, size }) => `${name} is asked for ${size | 0} bytes, a negative value made wider`,
    conditions: (builder, { steps }) =>
      steps.flatMap((step) =>
        step.operation === 'sign' && builder.store.op[step.left] === Op.SExt
          ? [builder.binary(Op.Slt, step.left, constantOf(builder, step.type.width, 0n))]
          : [],
      ),
  },
};
