// nearmiss: explore --entry wrong
// expect: finding integer-underflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding integer-underflow @almost

int wrong(int n) {
  return n > 0 ? 0 : n - 1; /* BUG:wrong */
}

int safe(int n) {
  return n < -100 || n > 0 ? 0 : n - 2147483548;
}

int almost(int n) {
  return n < -101 || n > 0 ? 0 : n - 2147483548; /* BUG:almost */
}
