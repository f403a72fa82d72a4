// nearmiss: explore --entry wrong --checkers pointer-arithmetic
// expect: finding pointer-arithmetic @wrong
// nearmiss: explore --entry safe --checkers pointer-arithmetic
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers pointer-arithmetic
// expect: finding pointer-arithmetic @almost

static char bytes[16];

int wrong(int n) {
  return bytes + n == bytes; /* BUG:wrong */
}

int safe(int n) {
  return n > 0 ? bytes + n == bytes : 0;
}

int almost(int n) {
  return n < 0 ? bytes + n == bytes : 0; /* BUG:almost */
}
