import { counted } from './describe.js';
import type { Checker } from './types.js';

export const memoryLeak: Checker = {
  id: 'memory-leak',
  title: 'Memory leak',
  help: 'At the end of the program a heap block is neither freed nor reachable from anything.',
  cwe: 401,
  kind: 'own',
  native: { options: 'detect_leaks=1' },
  severity: 'warning',
  byDefault: false,
  example: '#include <stdlib.h>\nint f(int n) { char *p = malloc(4); if (n == 7) return 1; free(p); return 0; }',
  end: {
    message: ({ blocks, bytes }) =>
      blocks === 1
        ? `a heap block of ${counted(bytes, 'byte')} is never freed, and at the end nothing points to it`
        : `${counted(blocks, 'heap block')}, ${counted(bytes, 'byte')} in all, are never freed, and at the end nothing points to them`,
  },
};
