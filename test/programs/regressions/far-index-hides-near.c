// nearmiss: explore --entry read_it
// expect: complete true
// expect: finding array-overflow @read
// nearmiss: explore --entry write_it
// expect: complete true
// expect: finding array-overflow @write
// An index that is easier to read than the first one outside, but lands where a run without shadows sees nothing
// wrong, took the place of the one that proves the bug.

int read_it(unsigned char i) {
  int values[10] = {0};
  return values[i]; /* BUG:read */
}

static int table[10];

int write_it(unsigned char i) {
  table[i] = 1; /* BUG:write */
  return table[0];
}
