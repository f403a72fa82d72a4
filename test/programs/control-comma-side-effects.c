// nearmiss: explore --entry run
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force x:0..4 y:0..4
// Side effects inside conditions happen once and in order: x++ && (y += x, y > 3), then y as it is now.

int run(unsigned char x, unsigned char y) {
  if (x++ && (y += x, y > 3))
    return x + y;
  if (y == 1)
    return 1;
  return 0;
}
