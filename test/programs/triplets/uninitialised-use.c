// nearmiss: explore --entry wrong --checkers uninitialised-use
// expect: finding uninitialised-use @wrong
// nearmiss: explore --entry safe --checkers uninitialised-use
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers uninitialised-use
// expect: finding uninitialised-use @almost

#include <stdlib.h>
#include <string.h>

int wrong(int n) {
  int *block = malloc(8 * sizeof(int));
  block[0] = 1;
  int result = block[n == 7]; /* BUG:wrong */
  free(block);
  return result;
}

int safe(unsigned char n) {
  int *block = malloc(8 * sizeof(int));
  memset(block, 0, 4 * sizeof(int));
  int result = block[n % 4];
  free(block);
  return result;
}

int almost(unsigned char n) {
  int *block = malloc(8 * sizeof(int));
  memset(block, 0, 4 * sizeof(int));
  int result = block[n % 5]; /* BUG:almost */
  free(block);
  return result;
}
