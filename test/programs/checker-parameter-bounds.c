// nearmiss: explore --entry wrong --len values=3
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @wrong
// expect: brute-force values[0..2]:1,2 n:0..4
// nearmiss: explore --entry terminator --len s=2
// expect: complete true
// expect: finding array-overflow @terminator
// What the entry is given has bounds of its own: three elements; two characters and a NUL.

int wrong(unsigned char *values, unsigned char n) {
  if (n > 3)
    return -1;
  return values[n]; /* BUG:wrong */
}

int terminator(const char *s) {
  if (s[0] == '%' && s[1] == '%')
    return s[3]; /* BUG:terminator */
  return s[2];
}
