// nearmiss: explore --entry wrong
// expect: finding nonnull-argument @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding nonnull-argument @almost

#include <string.h>

static const char *const names[] = {"a", "bc", NULL};

int wrong(int n) {
  return strlen(n == 7 ? NULL : "x"); /* BUG:wrong */
}

int safe(unsigned char n) {
  return strlen(names[n % 2]);
}

int almost(unsigned char n) {
  return strlen(names[n % 3]); /* BUG:almost */
}
