// nearmiss: explore --entry only_zero_guarded --checkers division-by-zero
// expect: paths 2
// expect: complete true
// expect: finding division-by-zero @overflow
// expect: input a=-2147483648 b=-1
// expect: brute-force a:-2147483648,-2147483647,5 b:-2..2
// nearmiss: explore --entry safe
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force a:-2147483648,-2147483647,5 b:-2..2
// nearmiss: explore --entry almost --checkers division-by-zero
// expect: paths 4
// expect: complete true
// expect: finding division-by-zero @almost
// expect: brute-force a:-2147483648,-2147483647,5 b:-2..2
// INT_MIN / -1 has no value and traps like a division by zero. Safe: zero | INT_MIN and -1 | INT_MIN and
// something else | another dividend: 4.

#include <limits.h>

int only_zero_guarded(int a, int b) {
  if (b == 0)
    return 0;
  return a / b; /* BUG:overflow */
}

int safe(int a, int b) {
  if (b == 0)
    return 0;
  if (a == INT_MIN && b == -1)
    return INT_MAX;
  return a / b;
}

int almost(int a, int b) {
  if (b == 0)
    return 0;
  if (a == INT_MIN + 1 && b == -1)
    return INT_MAX;
  return a / b; /* BUG:almost */
}
