// nearmiss: explore --entry truncated
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:-32768,-1,0,1,255,256,32767
// nearmiss: explore --entry product
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1,257 b:0,1,255
// Sixteen bits, signed and not: sign extension, and a product that equals 65535.

int truncated(short x) {
  signed char low = (signed char)x;
  if (low == x)
    return 1;
  if (low < 0)
    return 2;
  return 3;
}

int product(unsigned short a, unsigned short b) {
  if ((unsigned)a * b == 65535u)
    return 1;
  return 0;
}
