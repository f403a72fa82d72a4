// nearmiss: explore --entry run
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force x:0..4 y:0..4,255
// Side effects inside conditions happen once and in order: x++ && (y += x, y > 3), then y as it is now;
// 255 + 2 is 1 in an unsigned char.

int run(unsigned char x, unsigned char y) {
  if (x++ && (y += x, y > 3))
    return x + y;
  if (y == 1)
    return 1;
  return 0;
}
