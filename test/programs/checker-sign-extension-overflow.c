// nearmiss: explore --entry extended --checkers sign-extension-overflow
// expect: complete true
// expect: finding sign-extension-overflow @extended
// nearmiss: explore --entry extended
// expect: complete true
// expect: finding alloc-underflow @extended
// nearmiss: explore --entry safe --checkers sign-extension-overflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers sign-extension-overflow
// expect: complete true
// expect: finding sign-extension-overflow @almost
// expect: input n=-1
// nearmiss: explore --entry with_end --checkers sign-extension-overflow
// expect: complete true
// expect: finding sign-extension-overflow @end
// nearmiss: explore --entry safe_with_end --checkers sign-extension-overflow
// expect: complete true
// expect: no findings
// A length of one or two bytes that is negative becomes a huge one when it is made as wide as a size.

#include <stdlib.h>

int extended(signed char n) {
  char *block = malloc(n); /* BUG:extended */
  free(block);
  return block != NULL;
}

int safe(signed char n) {
  if (n < 0)
    return 0;
  char *block = malloc(n);
  free(block);
  return block != NULL;
}

int almost(signed char n) {
  if (n < -1)
    return 0;
  char *block = malloc(n); /* BUG:almost */
  free(block);
  return block != NULL;
}

int with_end(short n) {
  if (n > 100 || n < -50)
    return 0;
  char *block = malloc(n + 1); /* BUG:end */
  free(block);
  return block != NULL;
}

int safe_with_end(short n) {
  if (n > 100 || n < -1)
    return 0;
  char *block = malloc(n + 1);
  free(block);
  return block != NULL;
}
