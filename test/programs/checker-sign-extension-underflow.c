// nearmiss: explore --entry counted
// expect: complete true
// expect: finding array-underflow @counted
// nearmiss: explore --entry counted --checkers sign-extension-underflow
// expect: complete true
// expect: finding sign-extension-underflow @counted
// nearmiss: explore --entry safe_counted --checkers sign-extension-underflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost_counted --checkers sign-extension-underflow
// expect: complete true
// expect: finding sign-extension-underflow @almost
// expect: input c=-1
// nearmiss: explore --entry as_unsigned --checkers sign-extension-underflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry in_the_middle
// expect: complete true
// expect: no findings
// nearmiss: explore --entry not_extended --checkers sign-extension-underflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry moved --checkers sign-extension-underflow
// expect: complete true
// expect: finding sign-extension-underflow @moved
// A char that is negative is a negative index. in_the_middle: and may be one. not_extended: an int is as wide as it was.

static int counts[128];
static short pairs[256];

int counted(char c) {
  return ++counts[c]; /* BUG:counted */
}

int safe_counted(char c) {
  if (c < 0)
    return 0;
  return ++counts[c];
}

int almost_counted(char c) {
  if (c < -1)
    return 0;
  return ++counts[c]; /* BUG:almost */
}

int as_unsigned(char c) {
  return pairs[(unsigned char)c];
}

int in_the_middle(signed char c) {
  const short *middle = pairs + 128;
  return middle[c];
}

int not_extended(int i) {
  return i < 128 ? counts[i] : 0;
}

int moved(short by) {
  int here[8] = {0};
  int offset = by;
  if (offset > 7 || offset < -4)
    return 0;
  int *p = here;
  p += offset;
  return *p; /* BUG:moved */
}
