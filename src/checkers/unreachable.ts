import type { Checker } from './types.js';

export const unreachable: Checker = {
  id: 'unreachable',
  title: 'Unreachable code reached',
  help: 'Execution reaches a point that the source declares unreachable (__builtin_unreachable, a missing return), or a call whose behaviour is undefined: through a pointer that points to no function, or through a pointer to functions of another type (where WebAssembly tells the two types apart).',
  cwe: 758,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { if (n == 7) __builtin_unreachable(); return n; }',
  stop: { kind: 'unreachable', message: ({ detail }) => detail || 'code marked unreachable is reached' },
};
