// nearmiss: explore --entry multiply
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: input x=81985529216486895
// expect: brute-force x:0,81985529216486895
// nearmiss: explore --entry carry
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force a:0,18446744073709551615 b:0,1
// nearmiss: explore --entry divide
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0,1000000007000,1000000007001
// nearmiss: explore --entry halves
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force high:0,7 low:0,9
// nearmiss: explore --entry signed_compare
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:-5000000000,-1,0,5000000000
// 64 bits: a product by an odd constant has one inverse, a carry out, division and remainder by constants,
// the halves put together, and comparison as one signed number.

typedef unsigned long long u64;

int multiply(u64 x) {
  if (x * 3 == 245956587649460685u)
    return 1;
  return 0;
}

int carry(u64 a, u64 b) {
  if (a + b < a)
    return 1;
  return 0;
}

int divide(u64 x) {
  if (x / 1000 == 1000000007 && x % 1000 == 0)
    return 1;
  return 0;
}

int halves(unsigned high, unsigned low) {
  u64 both = (u64)high << 32 | low;
  if (both >> 32 == 7) {
    if ((both & 0xffffffff) == 9)
      return 1;
    return 2;
  }
  if (both == 9)
    return 3;
  return 4;
}

int signed_compare(long long x) {
  if (x < -4000000000)
    return 1;
  if (x > 4000000000)
    return 2;
  return 3;
}
