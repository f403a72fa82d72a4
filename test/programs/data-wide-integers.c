// nearmiss: explore --entry product
// expect: paths 1
// expect: complete true
// expect: no findings
// expect: brute-force a:-2..2,9223372036854775807 b:-2..2
// nearmiss: explore --entry odd
// expect: complete true
// expect: no findings
// nearmiss: explore --entry narrow
// expect: complete true
// expect: no findings
// expect: verified integer-overflow
// expect: verified integer-underflow
// Integers that Wasm has not are computed as ever, but nobody looks whether they overflow
// (test/checkers/unverified.test.ts). narrow: chars and shorts are added as ints, which have room.

int product(long long a, signed char b) {
  __int128 wide = (__int128)a * b + 1;
  return wide > 1000;
}

int odd(signed char a) {
  _BitInt(17) b = a;
  b = b + b;
  return (int)b;
}

int narrow(signed char a, short b, unsigned char c) {
  short sum = a + b;
  sum += c;
  a++;
  return (short)(sum - a) * (b & 0xff);
}
