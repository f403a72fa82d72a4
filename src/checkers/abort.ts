import type { Checker } from './types.js';

export const abort: Checker = {
  id: 'abort',
  title: 'abort() called',
  help: 'The program gives up by calling abort().',
  cwe: 617,
  kind: 'own',
  native: { reportedAs: ['assertion'] },
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nint f(int n) { if (n == 7) abort(); return n; }',
  stop: { kind: 'abort', message: () => 'abort() is called' },
};
