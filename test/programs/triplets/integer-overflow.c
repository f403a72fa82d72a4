// nearmiss: explore --entry wrong
// expect: finding integer-overflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding integer-overflow @almost

int wrong(int n) {
  return n < 0 ? 0 : n + 1; /* BUG:wrong */
}

int safe(int n) {
  return n < 0 || n > 100 ? 0 : n + 2147483547;
}

int almost(int n) {
  return n < 0 || n > 101 ? 0 : n + 2147483547; /* BUG:almost */
}
