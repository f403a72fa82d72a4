// nearmiss: explore --entry wrong --fuel 5000
// expect: finding hang @wrong
// nearmiss: explore --entry safe --fuel 5000
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --fuel 5000
// expect: finding hang @almost

int wrong(unsigned char n) {
  while (n == 7) { /* BUG:wrong */
  }
  return n;
}

int safe(unsigned char n) {
  while (n % 8 == 8) {
  }
  return n;
}

int almost(unsigned char n) {
  while (n % 9 == 8) { /* BUG:almost */
  }
  return n;
}
