// nearmiss: explore --entry wrong
// expect: paths 3
// expect: complete true
// expect: finding array-overflow @wrong
// expect: brute-force month:-1..14
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// expect: brute-force month:-1..14
// nearmiss: explore --entry written --checkers array-overflow,array-underflow
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @written
// A table of twelve: month 12 has no entry. < 0 | > the bound | read: 3.

static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int totals[5];
static int unrelated[5];

int wrong(int month) {
  if (month < 0 || month > 12)
    return -1;
  return days[month]; /* BUG:wrong */
}

int safe(int month) {
  if (month < 0 || month > 11)
    return -1;
  return days[month];
}

int written(unsigned char i) {
  if (i <= 5)
    totals[i] += 1; /* BUG:written */
  return unrelated[0];
}
