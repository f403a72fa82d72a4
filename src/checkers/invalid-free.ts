import { counted, describeBlock } from './describe.js';
import type { Checker } from './types.js';

export const invalidFree: Checker = {
  id: 'invalid-free',
  title: 'free() of memory that malloc() did not return',
  help: 'free() or realloc() is given an address that no allocation returned: inside a block, of a local or global, or an arbitrary one.',
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
        : 'free() of an address that malloc() did not return',
  },
};
