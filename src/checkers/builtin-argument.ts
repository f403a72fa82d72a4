import { isZero } from './is-zero.js';
import type { Checker } from './types.js';

export const builtinArgument: Checker = {
  id: 'builtin-argument',
  title: 'Builtin that has no value for its argument',
  help: '__builtin_clz, __builtin_ctz or one of their kind is given 0, for which it has no value.',
  cwe: 758,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(unsigned n) { return __builtin_clz(n); }',
  arithmetic: {
    listens: ({ operation }) => operation === 'builtin',
    fails: (_, value) => value === 0n,
    message: ({ about, type }) => `__builtin_${about}${type.width === 64 ? 'll' : ''} is given 0`,
    condition: isZero,
  },
};
