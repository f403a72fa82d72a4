// nearmiss: explore --entry wrong
// expect: finding unreachable @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding unreachable @almost

int wrong(int n) {
  if (n == 7)
    __builtin_unreachable(); /* BUG:wrong */
  return n;
}

int safe(unsigned char n) {
  if (n % 8 == 8)
    __builtin_unreachable();
  return n;
}

int almost(unsigned char n) {
  if (n % 9 == 8)
    __builtin_unreachable(); /* BUG:almost */
  return n;
}
