import { lies, notRepresentable, outside } from './representable.js';
import type { Checker } from './types.js';
import { describeUse, wraps } from './unsigned-use.js';

export const integerUnderflow: Checker = {
  id: 'integer-underflow',
  title: 'Integer underflow',
  help: 'A sum, difference or product of signed integers is smaller than its type can hold; or an unsigned difference is below zero, and its function passes it as the length to memcpy or a similar function called by name, or uses it as an index outside the array.',
  cwe: 191,
  kind: 'own',
  native: { reportedAs: ['integer-overflow', 'array-overflow'] },
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return n - 1; }',
  arithmetic: {
    listens: ({ operation, type }) => type.signed && ['add', 'sub', 'mul'].includes(operation),
    fails: (what, left, right) => lies('below', what, left, right),
    message: notRepresentable,
    condition: (builder, what) => outside(builder, 'below', what),
  },
  use: {
    fails: ({ wrapped, isExtended }) => wrapped === 'below' && !isExtended,
    reason: 'wrapped',
    message: (use) => `${describeUse(use)}: a difference below zero, read as unsigned`,
    conditions: (builder, steps) => wraps(builder, 'below', steps),
  },
};
