// nearmiss: explore --entry measured --len s=0..3
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force s.length:0..3 s[0..2]:0,'x'
// nearmiss: explore --entry beyond --len s=0..3
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @beyond
// expect: brute-force s.length:0..3 s[0..2]:0,'x'
// nearmiss: explore --entry elements --len values=1..3
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @elements
// expect: brute-force values.length:1..3 values[0..2]:0,9
// The length is symbolic too: `a..b`. A string is measured to 0 … 3; what lies beyond its end is not its own.

int measured(const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}

int beyond(const char *s) {
  if (s[0] == 0)
    return s[1]; /* BUG:beyond */
  return s[1];
}

int elements(unsigned *values) {
  if (values[0] == 9)
    return values[1]; /* BUG:elements */
  return 0;
}
