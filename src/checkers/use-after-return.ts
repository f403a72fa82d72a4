import { Poison } from '../abi/layout.js';
import { describeAccess, describeObject } from './describe.js';
import type { Checker } from './types.js';

export const useAfterReturn: Checker = {
  id: 'use-after-return',
  title: 'Use of a local after its function has returned',
  help: 'A pointer to a local, a parameter or memory of alloca() is used when the function it belongs to has returned.',
  cwe: 562,
  kind: 'bad access',
  native: { options: 'detect_stack_use_after_return=1' },
  severity: 'error',
  byDefault: true,
  example:
    'static int *local(int n) { int a[4] = {n}; int *p = a; return p; }\nint f(int n) { int *p = local(n); return n == 7 ? *p : 0; }',
  access: {
    fails: ({ mark }) => mark === Poison.StackAfterReturn,
    message: (access) => `${describeAccess(access)} in a local whose function has returned: ${describeObject(access)}`,
  },
};
