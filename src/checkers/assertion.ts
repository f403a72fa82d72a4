import type { Checker } from './types.js';

export const assertion: Checker = {
  id: 'assertion',
  title: 'Assertion failed',
  help: 'An assert() or nearmiss_assert() of the program does not hold.',
  cwe: 617,
  severity: 'error',
  byDefault: true,
  example: '#include <assert.h>\nint f(int n) { assert(n != 7); return n; }',
  stop: { kind: 'assertion', message: ({ detail }) => `assertion \`${detail}\` failed` },
};
