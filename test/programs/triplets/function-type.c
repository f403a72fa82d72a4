// nearmiss: explore --entry wrong
// expect: finding function-type @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding function-type @almost

typedef int (*unary)(int);

static int once(int n) { return n; }
static long long twice(long long n) { return 2 * n; }

int wrong(unsigned char n) {
  unary f = (unary)twice;
  return f(n); /* BUG:wrong */
}

int safe(unsigned char n) {
  unary table[2] = {once, (unary)twice};
  return n < 1 ? table[n](n) : 0;
}

int almost(unsigned char n) {
  unary table[2] = {once, (unary)twice};
  return n < 2 ? table[n](n) : 0; /* BUG:almost */
}
