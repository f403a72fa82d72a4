// nearmiss: explore --entry wrong
// expect: finding double-free @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding double-free @almost

#include <stdlib.h>

void wrong(int n) {
  char *block = malloc(4);
  free(block);
  if (n == 7)
    free(block); /* BUG:wrong */
}

void safe(unsigned char n) {
  char *block = malloc(4);
  free(block);
  if (n % 8 == 8)
    free(block);
}

void almost(unsigned char n) {
  char *block = malloc(4);
  free(block);
  if (n % 9 == 8)
    free(block); /* BUG:almost */
}
