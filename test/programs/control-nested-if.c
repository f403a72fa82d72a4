// nearmiss: explore --entry quadrant
// expect: paths 9
// expect: complete true
// expect: no findings
// expect: brute-force x:-1,0,1 y:-1,0,1
// nearmiss: explore --entry independent
// expect: paths 16
// expect: complete true
// expect: no findings
// expect: brute-force a:0,200 b:0,200 c:0,200 d:0,200
// nearmiss: explore --entry implied
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0..30
// Two signs of three outcomes each: 9. Four independent bits: 2^4. `implied`: what an outer condition
// settles is not a path: x < 10 | 10..19 | from 20, and each inner if has one feasible arm.

int quadrant(int x, int y) {
  int column = x < 0 ? -1 : x > 0 ? x - x + 1 : x;
  if (y < 0)
    return column - 3;
  if (y > 0)
    return column + 3;
  return column;
}

int independent(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
  int bits = 0;
  if (a > 100)
    bits |= 1;
  if (b > 100)
    bits |= 2;
  if (c > 100)
    bits |= 4;
  if (d > 100)
    bits |= 8;
  return bits;
}

int implied(unsigned x) {
  if (x < 10) {
    if (x < 20)
      return 1;
    return 2;
  }
  if (x >= 20) {
    if (x == 5)
      return 3;
    return 4;
  }
  if (x > 9 && x < 20)
    return 5;
  return 6;
}
