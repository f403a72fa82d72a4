// nearmiss: explore --entry wrong
// expect: finding division-by-zero @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding division-by-zero @almost

int wrong(int n) {
  return 100 / n; /* BUG:wrong */
}

unsigned safe(unsigned char n) {
  return 100u / (n % 8u + 1u);
}

unsigned almost(unsigned char n) {
  return 100u / (n % 8u + 0u); /* BUG:almost */
}
