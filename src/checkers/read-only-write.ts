import { Poison } from '../abi/layout.js';
import { describeAccess, describeObject } from './describe.js';
import type { Checker } from './types.js';

export const readOnlyWrite: Checker = {
  id: 'read-only-write',
  title: 'Write to something that may only be read',
  help: 'A string literal, an object declared const or a mapping without PROT_WRITE is written.',
  cwe: 758,
  kind: 'bad access',
  native: { reportedAs: ['null-dereference', 'array-overflow'] },
  severity: 'error',
  byDefault: true,
  example: 'int f(int n) { char *s = "text"; if (n == 7) s[0] = 1; return s[0]; }',
  access: {
    fails: ({ mark }) => mark === Poison.ReadOnly,
    message: (access) => `${describeAccess(access)} to ${describeObject(access)}, which may only be read`,
  },
};
