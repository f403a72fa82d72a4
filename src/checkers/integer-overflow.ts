import { lies, notRepresentable, outside } from './representable.js';
import type { Checker } from './types.js';
import { describeUse, unlessWider, wraps } from './unsigned-use.js';

export const integerOverflow: Checker = {
  id: 'integer-overflow',
  title: 'Integer overflow',
  help: 'A sum, difference, product, negation or absolute value (`abs` and its like) of signed integers is larger than its type can hold; or an unsigned result is, and its function uses it as an index or passes it as the length to memcpy or a similar function called by name.',
  cwe: 190,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return n + 1; }',
  arithmetic: {
    listens: ({ operation, type }) => type.signed && ['add', 'sub', 'mul', 'neg'].includes(operation),
    fails: (what, left, right) => lies('above', what, left, right),
    message: notRepresentable,
    condition: (builder, what) => outside(builder, 'above', what),
  },
  use: {
    fails: ({ wrapped }) => wrapped === 'above',
    reason: 'wrapped',
    message: (use) =>
      `${describeUse(use)}: the rest of a number that does not fit 32 bits${unlessWider(use.fitsWider)}`,
    conditions: (builder, steps) => wraps(builder, 'above', steps),
  },
};
