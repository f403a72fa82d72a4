// nearmiss: explore --entry length --len s=6
// expect: paths 7
// expect: complete true
// expect: no findings
// expect: brute-force s[0..5]:0,'x'
// nearmiss: explore --entry collatz
// expect: paths 31
// expect: complete true
// expect: no findings
// expect: brute-force n:0..31
// nearmiss: explore --entry digits
// expect: paths 10
// expect: complete true
// expect: no findings
// expect: brute-force n:0,10,100,1000,10000,100000,1000000,10000000,100000000,1000000000
// A string ends at one of seven places. Collatz below 32: the path is the parity sequence, another for every
// number but 0 and 1: 31. Digits of a
// 32-bit number: 1 … 10.

int length(const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}

int collatz(unsigned char n) {
  unsigned x = n & 31, steps = 0;
  while (x > 1) {
    if (x % 2)
      x = 3 * x + 1;
    else
      x /= 2;
    steps++;
  }
  return steps;
}

int digits(unsigned n) {
  int count = 0;
  do {
    count++;
    n /= 10;
  } while (n);
  return count;
}
