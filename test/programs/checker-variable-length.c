// An array of variable length whose size is not positive: told where it is declared, not where it is used.
// nearmiss: explore --entry below
// expect: complete true
// expect: finding alloc-underflow @below
// expect: brute-force n:-4..7
// nearmiss: explore --entry none
// expect: complete true
// expect: finding alloc-underflow @none
// expect: brute-force n:0..7
// nearmiss: explore --entry narrow
// expect: complete true
// expect: finding alloc-underflow @narrow
// nearmiss: explore --entry rows --checkers alloc-underflow
// expect: complete true
// expect: finding alloc-underflow @rows
// expect: unseen natively alloc-underflow @rows: gcc does not look at the sizes of parameters
// nearmiss: explore --entry positive
// expect: complete true
// expect: no findings
// expect: brute-force n:0..15

int below(int n) {
  if (n < -3 || n > 6) return 0;
  char a[2 * n + 1];  // BUG:below
  a[n] = 1;
  return a[n];
}

int none(unsigned n) {
  n &= 3;
  short a[n];  // BUG:none
  return (int)sizeof a;
}

int narrow(signed char n) {
  if (n < 0 || n > 3) return 0;
  long long a[n];  // BUG:narrow
  return (int)sizeof a;
}

static int first(int rows, int columns, int a[rows][columns]) { return a[0][0]; }  // BUG:rows

int rows(int n) {
  int a[1][1] = {{3}};
  if (n < 0 || n > 2) return 0;
  return first(1, n, a);
}

int positive(unsigned n) {
  n = (n & 7) + 1;
  int a[n];
  a[n - 1] = (int)n;
  return a[n - 1];
}
