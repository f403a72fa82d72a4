// nearmiss: explore --entry wrong
// expect: finding null-dereference @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding null-dereference @almost

#include <stddef.h>

static int values[4];

static int *value(unsigned i) {
  return i < 4 ? &values[i] : NULL;
}

int wrong(int n) {
  int *p = n == 7 ? NULL : values;
  return *p; /* BUG:wrong */
}

int safe(unsigned char n) {
  return *value(n & 3);
}

int almost(unsigned char n) {
  return *value(n & 4); /* BUG:almost */
}
