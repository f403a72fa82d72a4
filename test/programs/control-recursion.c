// nearmiss: explore --entry fibonacci
// expect: paths 7
// expect: complete true
// expect: no findings
// expect: brute-force n:0..8
// nearmiss: explore --entry gcd
// expect: paths 7
// expect: complete true
// expect: no findings
// expect: brute-force a:0..15 b:0..15
// nearmiss: explore --entry is_even
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force n:0..6
// nearmiss: explore --entry balanced --len s=4
// expect: paths 13
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:0,'(',')','x'
// n = 0 … 5 each unfold their own tree, or n is refused: 7 (0 and 1 stop at different tests only if there
// are two tests, and there are). Mutual recursion counts down to 0 from at most 4, or refuses: 6. Euclid on
// 0..15 takes 0 … 6 divisions (Fibonacci neighbours 8 and 13): 7.

static unsigned fib(unsigned n) {
  if (n == 0)
    return 0;
  if (n == 1)
    return 1;
  return fib(n - 1) + fib(n - 2);
}

int fibonacci(unsigned n) {
  if (n > 5)
    return -1;
  return fib(n);
}

static unsigned euclid(unsigned a, unsigned b) {
  if (b == 0)
    return a;
  return euclid(b, a % b);
}

int gcd(unsigned char a, unsigned char b) {
  return euclid(a & 15, b & 15);
}

static int even(unsigned n);

static int odd(unsigned n) {
  if (n == 0)
    return 0;
  return even(n - 1);
}

static int even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}

int is_even(unsigned n) {
  if (n > 4)
    return -1;
  return even(n);
}

static const char *at;

static int group(void) {
  while (*at == '(') {
    at++;
    if (!group() || *at != ')')
      return 0;
    at++;
  }
  return 1;
}

int balanced(const char *s) {
  at = s;
  return group() && *at == 0;
}
