// nearmiss: explore --entry quoted --len s=3
// expect: paths 15
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,'"','x'
// nearmiss: explore --entry overflowing --len s=3 --checkers array-overflow,array-underflow
// expect: paths 15
// expect: complete true
// expect: finding array-overflow @escape
// expect: brute-force s[0..2]:0,'"','x'
// Quoting makes a quote two characters: room for three plain ones and the marks is not enough for three
// quotes. At each byte: the end, a quote, or another: 1 + 2 (1 + 2 (1 + 2)) = 15.

int quoted(const char *s) {
  char text[9];
  int n = 0;
  text[n++] = '"';
  for (; *s; s++) {
    if (*s == '"')
      text[n++] = '\\';
    text[n++] = *s;
  }
  text[n++] = '"';
  text[n] = 0;
  return n;
}

int overflowing(const char *s) {
  char text[7];
  int n = 0;
  text[n++] = '"';
  for (; *s; s++) {
    if (*s == '"')
      text[n++] = '\\';
    text[n++] = *s;
  }
  text[n++] = '"'; /* BUG:escape */
  return n;
}
