// nearmiss: explore --entry wrong --checkers misaligned
// expect: finding misaligned @wrong
// nearmiss: explore --entry safe --checkers misaligned
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers misaligned
// expect: finding misaligned @almost

static _Alignas(8) char bytes[16];

int wrong(unsigned char n) {
  int *p = (int *)(bytes + (n & 7));
  return *p; /* BUG:wrong */
}

int safe(unsigned char n) {
  int *p = (int *)(bytes + (n & 4));
  return *p;
}

int almost(unsigned char n) {
  int *p = (int *)(bytes + (n & 6));
  return *p; /* BUG:almost */
}
