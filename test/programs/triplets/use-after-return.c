// nearmiss: explore --entry wrong
// expect: finding use-after-return @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified use-after-return
// nearmiss: explore --entry almost
// expect: finding use-after-return @almost

static int *last(int n) {
  int values[4] = {n, n + 1, n + 2, n + 3};
  int *at = values;
  return at + (n & 3);
}

static int *kept(int n) {
  static int values[4];
  values[n & 3] = n;
  return values + (n & 3);
}

int wrong(unsigned char n) {
  return *last(n); /* BUG:wrong */
}

int safe(unsigned char n) {
  int *at = n == 200 ? kept(n) : kept(0);
  return *at;
}

int almost(unsigned char n) {
  int *at = n == 200 ? last(n) : kept(0);
  return *at; /* BUG:almost */
}
