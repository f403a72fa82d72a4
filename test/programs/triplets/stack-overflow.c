// nearmiss: explore --entry wrong
// expect: finding stack-overflow @down
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding stack-overflow @down

static int down(int n) {
  return n == 8 ? down(n) + 1 : n; /* BUG:down */
}

int wrong(unsigned char n) {
  return down(n);
}

int safe(unsigned char n) {
  return down(n % 8);
}

int almost(unsigned char n) {
  return down(n % 9);
}
