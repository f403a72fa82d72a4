import type { Checker } from './types.js';

export const stackOverflow: Checker = {
  id: 'stack-overflow',
  title: 'Stack overflow',
  help: 'Recursion or local variables need more than the 8 MB of stack.',
  cwe: 674,
  kind: 'own',
  // Which call of a recursion meets the end of the stack depends on the size of frames.
  native: { where: 'in the stack' },
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { return n == 7 ? f(n) + 1 : n; }',
  stop: {
    kind: 'stack-overflow',
    message: ({ detail }) =>
      `the stack overflows${detail === '' ? '' : `: the recursion ${detail} takes more than there is`}`,
  },
};
