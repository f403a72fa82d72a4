// nearmiss: explore --entry power_of_two
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0,1,3,2147483648
// nearmiss: explore --entry builtins
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force x:0,1,3,4,5,6,65536
// nearmiss: explore --entry reversed
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0..255
// clz, ctz and popcnt are instructions of Wasm and must have a meaning in the solver.

int power_of_two(unsigned x) {
  if (x == 0)
    return 0;
  if ((x & (x - 1)) == 0)
    return 1;
  return 2;
}

int builtins(unsigned x) {
  if (x == 0)
    return 0;
  if (__builtin_popcount(x) == 1) {
    if (__builtin_ctz(x) == 16)
      return 1;
    return 2;
  }
  if (__builtin_clz(x) == 29)
    return 3;
  return 4;
}

int reversed(unsigned char x) {
  unsigned char y = (x & 0xf0) >> 4 | (x & 0x0f) << 4;
  y = (y & 0xcc) >> 2 | (y & 0x33) << 2;
  y = (y & 0xaa) >> 1 | (y & 0x55) << 1;
  if (y == 0xb2)
    return 1;
  return 0;
}
