// nearmiss: explore --entry lookup
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force i:0..255
// nearmiss: explore --entry chained
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force i:0..255
// A table of 16-bit and 64-bit entries read at a symbolic index, and an index that comes out of a table.

static const unsigned short primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
static const unsigned long long powers[8] = {1, 1000, 1000000, 1000000000, 1000000000000,
                                             1000000000000000, 1000000000000000000, 0};
static const unsigned char follow[16] = {5, 9, 12, 3, 7, 15, 1, 0, 2, 4, 6, 8, 10, 11, 13, 14};

int lookup(unsigned char i) {
  if (primes[i & 15] == 43)
    return 1;
  if (powers[i >> 5] == 1000000000000000)
    return 2;
  if (primes[i & 15] + powers[i >> 5] == 1000031)
    return 3;
  return 0;
}

int chained(unsigned char i) {
  if (follow[follow[follow[i & 15]]] == 8)
    return 1;
  return 0;
}
