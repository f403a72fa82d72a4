import { lies, notRepresentable, outside } from './representable.js';
import type { Checker } from './types.js';

export const integerUnderflow: Checker = {
  id: 'integer-underflow',
  title: 'Integer underflow',
  help: 'A sum, difference or product of signed integers is smaller than its type can hold.',
  cwe: 191,
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return n - 1; }',
  arithmetic: {
    listens: ({ operation, type }) => type.signed && ['add', 'sub', 'mul'].includes(operation),
    fails: (what, left, right) => lies('below', what, left, right),
    message: notRepresentable,
    condition: (builder, what) => outside(builder, 'below', what),
  },
};
