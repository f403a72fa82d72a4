// nearmiss: explore --entry trailing_zeros
// expect: paths 9
// expect: complete true
// expect: no findings
// expect: brute-force x:0..255
// nearmiss: explore --entry varint --len bytes=4
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force bytes[0..3]:1,129
// Lowest set bit at 0 … 7, or none: 9. A varint goes on while the high bit is set, four bytes at
// most, and the fourth is not asked: 4.

int trailing_zeros(unsigned char x) {
  int count = 0;
  if (x == 0)
    return 8;
  do {
    if (x & 1)
      break;
    x >>= 1;
    count++;
  } while (count < 8);
  return count;
}

unsigned varint(unsigned char *bytes) {
  unsigned value = 0;
  int i = 0;
  do {
    value |= (bytes[i] & 127u) << (7 * i);
  } while (i < 3 && bytes[i++] & 128);
  return value;
}
