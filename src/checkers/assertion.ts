import type { Checker } from './types.js';

export const assertion: Checker = {
  id: 'assertion',
  title: 'Assertion failed',
  help: 'An assert() or nearmiss_assert() of the program does not hold, or one of the C++ library about how it is used: an index that a vector does not have, front() of an empty container, an empty optional.',
  cwe: 617,
  kind: 'own',
  // An assertion of our own is an abort for the machine.
  native: { reportedAs: ['abort'] },
  severity: 'error',
  byDefault: true,
  example: '#include <assert.h>\nint f(int n) { assert(n != 7); return n; }',
  stop: { kind: 'assertion', message: ({ detail }) => `assertion \`${detail}\` failed` },
};
