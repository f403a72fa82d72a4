import { Op } from '../expr/ops.js';
import { type Arithmetic, resultType } from '../vocabulary/arithmetic.js';
import { isZero } from './is-zero.js';
import { lies, outside, widthWords } from './representable.js';
import type { Checker } from './types.js';

export const conversion: Checker = {
  id: 'conversion',
  title: 'Conversion that changes the value',
  help: 'An integer changes its value because its new type is too narrow or unsigned, and no cast says that this is intended; or a floating-point number is converted, with or without a cast, to an integer type that cannot hold it.',
  cwe: 197,
  kind: 'own',
  native: { unseen: 'sanitizers do not check conversions by default' },
  severity: 'warning',
  byDefault: false,
  gap: 'Assignments to bit-fields are not checked; conversions from floating point are checked for the values that runs have, as floats are not symbolic.',
  example: 'unsigned char f(int n) { unsigned char low = n; return low; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'convert' || operation === 'fits',
    fails: (what, value, right) =>
      what.operation === 'fits' ? value === 0n : lies('above', what, value, right) || lies('below', what, value, right),
    message: (what, value) =>
      what.operation === 'fits'
        ? floatMessage(what)
        : `${value} becomes ${converted(what, value)} in ${resultType(what).name}${widthWords(what, value, 0n)}`,
    condition(builder, what) {
      if (what.operation === 'fits') return isZero(builder, what);
      const above = outside(builder, 'above', what);
      const below = outside(builder, 'below', what);
      return above === 0 || below === 0 ? above || below : builder.binary(Op.Or, above, below);
    },
  },
};

/** `double.int`: from, to. */
function floatMessage({ about = '' }: Arithmetic): string {
  const [from, to] = about.split('.');
  return `a ${from || 'floating-point'} value is outside what ${to || 'the integer type'} can hold`;
}

function converted(what: Arithmetic, value: bigint): bigint {
  const { width, signed } = resultType(what);
  return signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
}
