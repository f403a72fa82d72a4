// nearmiss: explore --entry fall
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force x:0..6
// nearmiss: explore --entry duff --len from=3
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force from[0..2]:1,2 n:0..5
// Falling through adds no choice: five cases and the default. Duff's device jumps into the middle of a
// loop: n = 0, 1, 2, 3, or refused.

int fall(unsigned x) {
  int sum = 0;
  switch (x) {
  case 5: sum += 5; /* fall through */
  case 4: sum += 4; /* fall through */
  case 3: sum += 3; /* fall through */
  case 2: sum += 2; /* fall through */
  case 1: sum += 1; break;
  default: sum = -1;
  }
  return sum;
}

int duff(unsigned char *from, unsigned char n) {
  unsigned char to[3], *out = to;
  if (n > 3)
    return -1;
  if (n == 0)
    return 0;
  switch (n & 1) {
  case 0:
    do {
      *out++ = *from++; /* fall through */
  case 1:
      *out++ = *from++;
    } while (out - to < n);
  }
  return out - to;
}
