import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';
import { outside } from './representable.js';
import { negativeExtensions } from './sign-extended.js';
import type { Checker, SymbolicArithmetic } from './types.js';
import { describeUse } from './unsigned-use.js';
import { wrongSize } from './wrong-size.js';

export const signExtensionOverflow: Checker = {
  id: 'sign-extension-overflow',
  title: 'Negative value extended into a size',
  help: 'A negative char or short is widened and then used as an allocation size or as the length for a function such as memcpy: it becomes huge.',
  cwe: 194,
  kind: 'bad size',
  native: { ...wrongSize, reportedAs: ['alloc-overflow', 'array-overflow'] },
  severity: 'error',
  byDefault: true,
  gap: 'Calls through function pointers are not checked, nor are values with more than one operation between the extension and the use.',
  example: '#include <stdlib.h>\nvoid *f(signed char n) { return malloc(n); }',
  allocate: {
    fails: ({ wrapped, isExtended }) => wrapped === 'below' && isExtended,
    message: ({ name, size, bits }) =>
      `${name} is asked for ${bits === 64 ? 'a negative number of' : size | 0} bytes, a negative value made wider`,
    conditions: (builder, { steps }) => extended(builder, steps),
  },
  use: {
    fails: ({ call, wrapped, isExtended }) => call !== undefined && wrapped === 'below' && isExtended,
    message: (use) => `${describeUse(use)}: a negative value made wider`,
    conditions: (builder, steps, isLength) => (isLength ? extended(builder, steps) : []),
  },
};

function extended(builder: Builder, steps: readonly SymbolicArithmetic[]): ExprId[] {
  return steps.flatMap((step) => {
    const below = step.operation === 'convert' ? outside(builder, 'below', step) : 0;
    if (below === 0) return [];
    return negativeExtensions(builder, step.left).map((part) => builder.binary(Op.And, below, part));
  });
}
