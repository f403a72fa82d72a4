// nearmiss: explore --entry bad_abs --checkers none
// expect: paths 3
// expect: tests 3
// expect: complete true
// expect: input x=12345678
// expect: exit 0
// expect: brute-force x:-1,0,12345678
// An absolute value with a wrong special case, after Figure 1 of "Execution Generated Test Cases".
// Three paths: negative, the special case, everything else.

int bad_abs(int x) {
  if (x < 0)
    return -x;
  if (x == 12345678)
    return -x;
  return x;
}
