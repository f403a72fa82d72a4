// nearmiss: explore --entry many --len divisors=4
// expect: paths 1
// expect: complete true
// expect: finding division-by-zero @many
// nearmiss: explore --entry from_two_callers
// expect: complete true
// expect: finding division-by-zero @shared
// The same bug from four rounds of a loop, or through two callers, is one finding.

unsigned many(unsigned char *divisors) {
  unsigned sum = 0;
  for (int i = 0; i < 4; i++)
    sum += 1000u / divisors[i]; /* BUG:many */
  return sum;
}

static unsigned share(unsigned whole, unsigned parts) {
  return whole / parts; /* BUG:shared */
}

unsigned from_two_callers(unsigned char a, unsigned char b) {
  if (a > 5)
    return share(10, b);
  return share(20, b);
}
