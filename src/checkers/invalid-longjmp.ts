import type { Checker } from './types.js';

export const invalidLongjmp: Checker = {
  id: 'invalid-longjmp',
  title: 'longjmp into a function that has returned',
  help: 'longjmp() is given a jmp_buf whose setjmp() was called in a function that is no longer running, or nowhere.',
  cwe: 758,
  kind: 'own',
  native: { unseen: 'sanitizers do not look at where longjmp goes' },
  severity: 'error',
  byDefault: true,
  example:
    '#include <setjmp.h>\nstatic jmp_buf back;\nstatic int set(void) { return setjmp(back); }\nint f(int n) { if (set() == 0 && n == 7) longjmp(back, 1); return n; }',
  stop: {
    kind: 'invalid-longjmp',
    message: () => 'longjmp goes back to a function that has returned',
  },
};
