// nearmiss: explore --entry amount
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force n:0..255
// nearmiss: explore --entry arithmetic
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:-2147483648,-1,0,2147483647
// nearmiss: explore --entry rotate
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0,3735928559 n:0,1,16
// nearmiss: explore --entry wide
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0,1 n:0,33,63
// Shift amounts are symbolic. amount: refused | 1 << n is 4096, for n = 12 | another. arithmetic: >> keeps the sign.

typedef unsigned long long u64;

int amount(unsigned char n) {
  if (n > 31)
    return -1;
  if (1u << n == 4096)
    return 1;
  return 0;
}

int arithmetic(int x) {
  if (x >> 31 == -1)
    return 1;
  return 0;
}

int rotate(unsigned x, unsigned n) {
  unsigned turned = x << (n & 31) | x >> (-n & 31);
  if (turned == 0xbeefdeadu)
    return 1;
  return 0;
}

int wide(u64 x, unsigned char n) {
  if ((n & 63) < 33)
    return 1;
  if (x << (n & 63) == 1ull << 33)
    return 2;
  return 3;
}
