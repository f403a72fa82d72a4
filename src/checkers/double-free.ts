import { describeBlock } from './describe.js';
import type { Checker } from './types.js';

export const doubleFree: Checker = {
  id: 'double-free',
  title: 'Block freed twice',
  help: 'free() or realloc() is given a block that has been freed already.',
  cwe: 415,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nvoid f(int n) { char *p = malloc(4); free(p); if (n == 7) free(p); }',
  release: {
    fails: ({ address, block }) => block !== undefined && block.start === address && block.freed,
    message: ({ block }) => `${block && describeBlock(block)} is freed a second time`,
  },
};
