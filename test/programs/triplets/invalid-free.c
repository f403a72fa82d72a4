// nearmiss: explore --entry wrong
// expect: finding invalid-free @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding invalid-free @almost

#include <stdlib.h>

void wrong(int n) {
  char *block = malloc(4);
  free(n == 7 ? block + 1 : block); /* BUG:wrong */
}

void safe(unsigned char n) {
  char *block = malloc(4);
  free(block + n % 1);
}

void almost(unsigned char n) {
  char *block = malloc(4);
  free(block + n % 2); /* BUG:almost */
}
