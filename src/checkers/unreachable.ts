import { isZero } from './is-zero.js';
import type { Checker } from './types.js';

export const unreachable: Checker = {
  id: 'unreachable',
  title: 'Unreachable code reached',
  help: 'Execution reaches a point that the source declares unreachable (__builtin_unreachable), or goes where there is nothing: a call through a pointer that points to no function, a computed goto to no label.',
  cwe: 758,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { if (n == 7) __builtin_unreachable(); return n; }',
  stop: { kind: 'unreachable', message: ({ detail }) => detail || 'code marked unreachable is reached' },
  arithmetic: {
    listens: ({ operation }) => operation === 'label',
    fails: (_, isLabel) => isLabel === 0n,
    message: () => 'a computed goto leads to no label',
    reason: () => 'leads-nowhere',
    condition: isZero,
  },
};
