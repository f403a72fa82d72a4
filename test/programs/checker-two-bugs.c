// nearmiss: explore --entry both --checkers array-overflow,array-underflow
// expect: paths 1
// expect: complete true
// expect: finding array-overflow @first
// expect: finding array-overflow @second
// nearmiss: explore --entry behind --checkers array-overflow,division-by-zero
// expect: complete true
// expect: finding array-overflow @hides
// expect: finding division-by-zero @hidden
// A failed check that does not trap does not end the run, so the bug behind the first is found; in `behind`
// even though the second needs the first to have failed (i == 8 is the only way to a zero divisor).

static unsigned first[8], second[8];

unsigned both(unsigned char i, unsigned char j) {
  first[i] = 1;  /* BUG:first */
  second[j] = 1; /* BUG:second */
  return 0;
}

unsigned behind(unsigned char i) {
  if (i > 8)
    return 0;
  unsigned value = first[i]; /* BUG:hides */
  return value * 0 + 100u / (8u - i); /* BUG:hidden */
}
