import { Poison } from '../abi/layout.js';
import { describeAccess, describeObject } from './describe.js';
import type { Checker } from './types.js';

export const useAfterFree: Checker = {
  id: 'use-after-free',
  title: 'Use of memory after it was freed',
  help: 'A heap block is accessed after free(), or a local after its scope has ended.',
  cwe: 416,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nint f(int n) { int *p = malloc(4); *p = 1; if (n == 7) free(p); return *p; }',
  access: {
    fails: ({ mark }) => mark === Poison.HeapFreed || mark === Poison.StackAfterScope,
    message: (access) =>
      access.mark === Poison.HeapFreed
        ? `${describeAccess(access)} in freed memory: ${describeObject(access)}`
        : `${describeAccess(access)} in a local whose scope has ended`,
  },
};
