// nearmiss: explore --entry symbolic_bound
// expect: paths 10
// expect: complete true
// expect: no findings
// expect: brute-force n:0..10
// nearmiss: explore --entry concrete_bound --len s=5
// expect: paths 32
// expect: complete true
// expect: no findings
// expect: brute-force s[0..4]:'a','b'
// nearmiss: explore --entry early_exit --len s=5
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force s[0..4]:'a','b'
// The bound is symbolic: n = 0 … 8 rounds, or refused: 10. The bound is concrete, the body branches five
// times: 2^5. The loop is left at the first of five bytes, or never: 6.

int symbolic_bound(unsigned n) {
  int sum = 0;
  if (n > 8)
    return -1;
  for (unsigned i = 0; i < n; i++)
    sum += i;
  return sum;
}

int concrete_bound(const char *s) {
  int count = 0;
  for (int i = 0; i < 5; i++)
    if (s[i] == 'a')
      count++;
  return count;
}

int early_exit(const char *s) {
  for (int i = 0; i < 5; i++)
    if (s[i] == 'a')
      return i;
  return -1;
}
