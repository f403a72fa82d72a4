// nearmiss: explore --entry wrong --checkers conversion
// expect: finding conversion @wrong
// nearmiss: explore --entry safe --checkers conversion
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers conversion
// expect: finding conversion @almost

int wrong(int n) {
  unsigned char c = n; /* BUG:wrong */
  return c;
}

int safe(int n) {
  unsigned char c = n < 0 || n > 255 ? 0 : n;
  return c;
}

int almost(int n) {
  unsigned char c = n < 0 || n > 256 ? 0 : n; /* BUG:almost */
  return c;
}
