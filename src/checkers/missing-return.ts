import { isZero } from './is-zero.js';
import type { Checker } from './types.js';

export const missingReturn: Checker = {
  id: 'missing-return',
  title: 'Missing return',
  help: 'A function that returns a value comes to its end without one, and its caller uses the value.',
  cwe: 394,
  kind: 'own',
  native: { unseen: 'sanitizers look for a missing return in C++ alone' },
  severity: 'error',
  byDefault: true,
  gap: 'Functions that return a structure in memory are not checked.',
  example:
    'static int sign(int n) { if (n > 0) return 1; if (n < 0) return -1; }\nint f(int n) { return sign(n) + 1; }',
  arithmetic: {
    listens: ({ operation }) => operation === 'returned',
    fails: (_, hasValue) => hasValue === 0n,
    message: ({ about }) => `${about} ends without a return, and its value is used`,
    condition: isZero,
  },
};
