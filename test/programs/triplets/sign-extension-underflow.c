// nearmiss: explore --entry wrong --checkers sign-extension-underflow
// expect: finding sign-extension-underflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers sign-extension-underflow
// expect: finding sign-extension-underflow @almost
// The access itself is an array-underflow, and named so when that checker is on.

static int counts[128];

int wrong(char c) {
  return ++counts[c]; /* BUG:wrong */
}

int safe(char c) {
  return c > -1 ? ++counts[c] : 0;
}

int almost(char c) {
  return c > -2 ? ++counts[c] : 0; /* BUG:almost */
}
