// nearmiss: explore --entry wrong --checkers array-overflow,array-underflow
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @wrong
// nearmiss: explore --entry safe
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force i:0,7,8
// nearmiss: explore --entry almost --checkers array-overflow,array-underflow
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @almost
// nearmiss: explore --entry read_almost --checkers array-overflow,array-underflow
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @read
// A local array between two others, so that a bad write would land in a neighbour.

int wrong(unsigned i) {
  int before[4] = {1, 2, 3, 4}, values[8] = {0}, after[4] = {5, 6, 7, 8};
  if (i < 12)
    values[i] = 9; /* BUG:wrong */
  return before[0] + values[0] + after[0];
}

int safe(unsigned i) {
  int before[4] = {1, 2, 3, 4}, values[8] = {0}, after[4] = {5, 6, 7, 8};
  if (i < 8)
    values[i] = 9;
  return before[0] + values[0] + after[0];
}

int almost(unsigned i) {
  int before[4] = {1, 2, 3, 4}, values[8] = {0}, after[4] = {5, 6, 7, 8};
  if (i <= 8)
    values[i] = 9; /* BUG:almost */
  return before[0] + values[0] + after[0];
}

int read_almost(unsigned i) {
  int values[8] = {0};
  if (i <= 8)
    return values[i]; /* BUG:read */
  return -1;
}
