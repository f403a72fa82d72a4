// nearmiss: explore --entry buggy
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @always
// expect: finding array-overflow @twenty
// expect: finding array-underflow @twenty
// expect: brute-force x:-2..1,18..23
// nearmiss: explore --entry buggy --combine naive
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @always
// expect: finding array-overflow @twenty
// expect: finding array-underflow @twenty
// nearmiss: explore --entry buggy --checkers none
// expect: paths 2
// expect: no findings
// nearmiss: explore --entry fixed
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// expect: verified array-underflow
// After figure 1 of *Active property checking*: one access is wrong whatever the input, which a run shows; the other
// on no path for all its inputs, which only a question at the access shows.

int buggy(int x) {
  int buf[20] = {0};
  int far = 23;
  buf[far] = 0; /* BUG:always */
  if (x > 20)
    return 0;
  return buf[x]; /* BUG:twenty */
}

int fixed(int x) {
  int buf[20] = {0};
  if (x < 0)
    return 0;
  if (x > 19)
    return 0;
  return buf[x];
}
