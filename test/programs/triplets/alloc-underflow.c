// nearmiss: explore --entry wrong
// expect: finding alloc-underflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding alloc-underflow @almost

#include <stdlib.h>

int wrong(int n) {
  char *block = n < 100 ? malloc(n) : NULL; /* BUG:wrong */
  free(block);
  return block != NULL;
}

int safe(int n) {
  char *block = n > -1 && n < 100 ? malloc(n) : NULL;
  free(block);
  return block != NULL;
}

int almost(int n) {
  char *block = n > -2 && n < 100 ? malloc(n) : NULL; /* BUG:almost */
  free(block);
  return block != NULL;
}
