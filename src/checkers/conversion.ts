import { Op } from '../expr/ops.js';
import { type Arithmetic, resultType } from '../vocabulary/arithmetic.js';
import { lies, outside } from './representable.js';
import type { Checker } from './types.js';

export const conversion: Checker = {
  id: 'conversion',
  title: 'Conversion that changes the value',
  help: 'An integer changes its value because its new type is too narrow or unsigned, and no cast says that this is intended.',
  cwe: 197,
  kind: 'own',
  native: { unseen: 'sanitizers do not check conversions by default' },
  severity: 'warning',
  byDefault: false,
  gap: 'Assignments to bit-fields and conversions from or to floating point are not checked.',
  example: 'unsigned char f(int n) { unsigned char low = n; return low; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'convert',
    fails: (what, value, right) => lies('above', what, value, right) || lies('below', what, value, right),
    message: (what, value) => `${value} becomes ${converted(what, value)} in ${resultType(what).name}`,
    condition(builder, what) {
      const above = outside(builder, 'above', what);
      const below = outside(builder, 'below', what);
      return above === 0 || below === 0 ? above || below : builder.binary(Op.Or, above, below);
    },
  },
};

function converted(what: Arithmetic, value: bigint): bigint {
  const { width, signed } = resultType(what);
  return signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
}
