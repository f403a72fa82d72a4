import { Op } from '../expr/ops.js';
import { lies, outside, spelled, widthWords } from './representable.js';
import type { Checker } from './types.js';

export const unsignedWrap: Checker = {
  id: 'unsigned-wrap',
  title: 'Unsigned arithmetic that wraps around',
  help: 'A sum, difference or product of unsigned integers does not fit its type. C defines the result, and hash functions rely on it, so this checker is off by default.',
  cwe: 190,
  kind: 'own',
  native: {},
  severity: 'warning',
  byDefault: false,
  example: 'unsigned f(unsigned n) { return n + 1; }',
  arithmetic: {
    listens: ({ operation, type }) => !type.signed && ['add', 'sub', 'mul'].includes(operation),
    fails: (what, left, right) => lies('above', what, left, right) || lies('below', what, left, right),
    reason: () => 'wraps',
    message: (what, left, right) =>
      `${spelled(what, left, right)} wraps around in ${what.type.name}${widthWords(what, left, right)}`,
    condition(builder, what) {
      const above = outside(builder, 'above', what);
      const below = outside(builder, 'below', what);
      return above === 0 || below === 0 ? above || below : builder.binary(Op.Or, above, below);
    },
  },
};
