import { counted, describeBlock } from './describe.js';
import type { Checker } from './types.js';

export const invalidFree: Checker = {
  id: 'invalid-free',
  title: 'free() of something malloc() never gave',
  help: 'free() or realloc() is given an address inside a block, of a local, of a global, or made up.',
  cwe: 590,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid f(int n) { char *p = malloc(4); free(n == 7 ? p + 1 : p); }',
  release: {
    fails: ({ address, block }) => block === undefined || block.start !== address,
    message: ({ address, block }) =>
      block
        ? `free() of an address ${counted(address - block.start, 'byte')} into ${describeBlock(block)}`
        : 'free() of an address that malloc() never gave',
  },
};
