// nearmiss: explore --entry compared
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force i:0..9 j:0..9
// nearmiss: explore --entry subtracted
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force i:0..7 j:0..7
// nearmiss: explore --entry aliased
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force i:0..7 j:0..7
// nearmiss: explore --entry walked --len s=4
// expect: paths 9
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:0,',','x'
// Addresses with a symbolic part: compared, subtracted, written through one and read through the other.

static int cells[8];

int compared(unsigned char i, unsigned char j) {
  int *a = &cells[i & 7], *b = &cells[j & 7];
  if (a < b)
    return -1;
  if (a == b)
    return 0;
  return 1;
}

int subtracted(unsigned char i, unsigned char j) {
  int *a = &cells[i & 7], *b = &cells[j & 7];
  if (b - a == 5)
    return 1;
  return 0;
}

int aliased(unsigned char i, unsigned char j) {
  int *a = &cells[i & 7], *b = &cells[j & 7];
  *a = 1;
  *b = 2;
  if (*a == 2)
    return 1;
  return 0;
}

int walked(const char *s) {
  const char *start = s;
  while (*s && *s != ',')
    s++;
  if (*s)
    return s - start;
  return -1;
}
