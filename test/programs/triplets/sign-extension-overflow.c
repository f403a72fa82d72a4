// nearmiss: explore --entry wrong --checkers sign-extension-overflow
// expect: finding sign-extension-overflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers sign-extension-overflow
// expect: finding sign-extension-overflow @almost
// The allocation itself is an alloc-underflow, and named so when that checker is on.

#include <stdlib.h>

int wrong(signed char n) {
  char *block = malloc(n); /* BUG:wrong */
  free(block);
  return block != NULL;
}

int safe(signed char n) {
  char *block = n > -1 ? malloc(n) : NULL;
  free(block);
  return block != NULL;
}

int almost(signed char n) {
  char *block = n > -2 ? malloc(n) : NULL; /* BUG:almost */
  free(block);
  return block != NULL;
}
