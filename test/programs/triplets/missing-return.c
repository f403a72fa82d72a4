// nearmiss: explore --entry wrong
// expect: finding missing-return @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding missing-return @almost

int wrong(unsigned char n) {
  if (n > 7)
    return 1;
} /* BUG:wrong */

int safe(unsigned char n) {
  switch (n & 1) {
  case 0:
    return 1;
  case 1:
    return 2;
  }
}

int almost(unsigned char n) {
  switch (n & 3) {
  case 0:
    return 1;
  case 1:
    return 2;
  }
} /* BUG:almost */
