// nearmiss: explore --entry copy --len from=8 --checkers array-overflow,array-underflow
// expect: complete true
// expect: finding array-overflow @copy
// nearmiss: explore --entry safe --len from=8 --checkers array-overflow,array-underflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry fill --checkers array-overflow,array-underflow
// expect: complete true
// expect: finding array-overflow @fill
// Lengths given to memcpy and memset are symbolic; the finding is at the caller's line, not inside libc.

#include <stdlib.h>
#include <string.h>

int copy(unsigned char *from, unsigned char n) {
  char block[4];
  if (n > 5)
    return 0;
  memcpy(block, from, n); /* BUG:copy */
  return 1;
}

int safe(unsigned char *from, unsigned char n) {
  char block[4];
  if (n > 4)
    return 0;
  memcpy(block, from, n);
  return 1;
}

int fill(unsigned char n) {
  char *block = malloc(6);
  if (n <= 7)
    memset(block, 'x', n); /* BUG:fill */
  free(block);
  return 1;
}
