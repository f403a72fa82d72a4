import { describeAccess, describeBuffer } from './describe.js';
import type { Checker } from './types.js';

export const uninitialisedUse: Checker = {
  id: 'uninitialised-use',
  title: 'Use of uninitialised memory',
  help: 'A value is read from a heap block before anything was stored there.',
  cwe: 457,
  kind: 'own',
  native: { unseen: 'these sanitizers do not look for uninitialised memory' },
  severity: 'warning',
  byDefault: false,
  gap: 'Only heap memory is checked, not local variables.',
  example: '#include <stdlib.h>\nint f(int n) { int *p = malloc(8); p[0] = 1; int r = p[n == 7]; free(p); return r; }',
  unwritten: {
    message: (access) =>
      `${describeAccess(access)} that was never written, ${
        access.object
          ? `at offset ${access.address - access.object.start} of ${describeBuffer(access.object)}`
          : 'of memory that belongs to no object'
      }`,
  },
};
