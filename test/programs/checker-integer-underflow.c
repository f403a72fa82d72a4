// nearmiss: explore --entry previous
// expect: paths 1
// expect: complete true
// expect: finding integer-underflow @previous
// expect: input n=-2147483648
// expect: brute-force n:-2147483648,-2147483647,-1..1,2147483647
// nearmiss: explore --entry safe_previous
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: verified integer-underflow
// nearmiss: explore --entry almost_previous
// expect: paths 2
// expect: complete true
// expect: finding integer-underflow @almost
// expect: input n=-2147483647
// nearmiss: explore --entry difference
// expect: paths 2
// expect: complete true
// expect: finding integer-overflow @difference
// expect: finding integer-underflow @difference
// expect: brute-force a:-2147483648,-1..1,2147483647 b:-2147483648,-1..1,2147483647
// nearmiss: explore --entry only_one --checkers integer-underflow
// expect: complete true
// expect: finding integer-underflow @one
// A result below the smallest number of its type. difference: either side, one finding each.

#include <limits.h>

int previous(int n) {
  return n - 1; /* BUG:previous */
}

int safe_previous(int n) {
  if (n == INT_MIN)
    return n;
  return n - 1;
}

int almost_previous(int n) {
  if (n <= INT_MIN)
    return n;
  return n - 2; /* BUG:almost */
}

int difference(int a, int b) {
  int result = a - b; /* BUG:difference */
  if (result > 0)
    return a > b;
  return b > a;
}

long only_one(long n) {
  return (n + 1) - 2 * n + (n * 3); /* BUG:one */
}
