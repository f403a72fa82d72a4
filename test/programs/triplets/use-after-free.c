// nearmiss: explore --entry wrong
// expect: finding use-after-free @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding use-after-free @almost

#include <stdlib.h>

static char *block;

static void take(int isLast) {
  block = malloc(4);
  *block = 1;
  if (isLast)
    free(block);
}

int wrong(int n) {
  take(n == 7);
  return *block; /* BUG:wrong */
}

int safe(unsigned char n) {
  take(n % 8 == 8);
  return *block;
}

int almost(unsigned char n) {
  take(n % 9 == 8);
  return *block; /* BUG:almost */
}
