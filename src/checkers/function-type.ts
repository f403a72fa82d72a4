import type { Checker } from './types.js';

/** The machine itself traps on such a call (runtime/failures.ts). */
export const functionType: Checker = {
  id: 'function-type',
  title: 'Call through a pointer of another type',
  help: 'A function is called through a pointer to functions of another type.',
  cwe: 843,
  kind: 'own',
  native: { unseen: "gcc has no check of the types of functions; clang's -fsanitize=function has" },
  severity: 'error',
  byDefault: true,
  gap: 'Types that WebAssembly does not tell apart, such as int and pointers, are not told apart.',
  example:
    'static long long twice(long long n) { return 2 * n; }\nint f(int n) { int (*g)(int) = (int (*)(int))twice; return n == 7 ? g(n) : n; }',
};
