/*
 * One call of a string function (`-DCALL=…`) on buffers that are read: 6 bytes of `to`, 8 of `from`, 8 of `other`, and
 * how many. None need hold a string, and what is copied need not fit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char to[6], from[8], other[8];
  if (fread(to, 1, sizeof to, stdin) != sizeof to) return 1;
  if (fread(from, 1, sizeof from, stdin) != sizeof from) return 1;
  if (fread(other, 1, sizeof other, stdin) != sizeof other) return 1;
  int n = getchar();
  if (n < 0) return 1;
  CALL;
  return 0;
}
