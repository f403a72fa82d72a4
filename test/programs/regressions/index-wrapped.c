// nearmiss: explore --entry guarded
// expect: complete true
// expect: finding array-underflow @guarded
// expect: input i=-1
// nearmiss: explore --entry both
// expect: complete true
// expect: finding array-overflow @both
// expect: finding array-underflow @both
// expect: input i=16
// expect: input i=-1
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// An index is multiplied for its address. With -536870913 for i, guarded reads past the end on a machine of 32 bits;
// what is wrong with it is that i may be negative.

static const int table[16];

int guarded(int i) {
  return i < 16 ? table[i] : 0; /* BUG:guarded */
}

int both(int i) {
  return table[i]; /* BUG:both */
}

int safe(int i) {
  return i >= 0 && i < 16 ? table[i] : 0;
}
