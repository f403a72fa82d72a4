// nearmiss: explore --entry read
// expect: complete true
// expect: finding array-overflow @read
// nearmiss: explore --entry write
// expect: complete true
// expect: finding array-overflow @write
// An index that is easier to read than the first one outside, but lands where a run without shadows sees nothing
// wrong, took the place of the one that proves the bug.

int read(unsigned char i) {
  int values[10] = {0};
  return values[i]; /* BUG:read */
}

static int table[10];

int write(unsigned char i) {
  table[i] = 1; /* BUG:write */
  return table[0];
}
