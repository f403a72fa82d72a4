import type { Checker } from './types.js';

export const unreachable: Checker = {
  id: 'unreachable',
  title: 'Unreachable code reached',
  help: 'Control arrives where the source says it never does (__builtin_unreachable, a missing return), or where C says nothing about what happens: a call of what is no function, or of a function through a pointer to functions of another type (where WebAssembly tells the two types apart).',
  cwe: 758,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { if (n == 7) __builtin_unreachable(); return n; }',
  stop: { kind: 'unreachable', message: ({ detail }) => detail || 'code marked unreachable is reached' },
};
