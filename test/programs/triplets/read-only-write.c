// nearmiss: explore --entry wrong
// expect: finding read-only-write @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified read-only-write
// nearmiss: explore --entry almost
// expect: finding read-only-write @almost

static const int primes[4] = {2, 3, 5, 7};
static int own[4];

static void set(char *text, char c) {
  text[0] = c; /* BUG:wrong */
}

int wrong(char c) {
  char *text = "text";
  set(text, c);
  return text[0];
}

int safe(unsigned char n) {
  int *to = n == 99 ? (int *)own : own;
  to[n & 3] = 1;
  return primes[n & 3];
}

int almost(unsigned char n) {
  int *to = n == 99 ? (int *)primes : own;
  to[n & 3] = 1; /* BUG:almost */
  return primes[n & 3];
}
