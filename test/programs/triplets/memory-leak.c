// nearmiss: explore --entry wrong --checkers memory-leak
// expect: finding memory-leak @wrong
// nearmiss: explore --entry safe --checkers memory-leak
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers memory-leak
// expect: finding memory-leak @almost

#include <stdlib.h>

int wrong(int n) {
  char *block = malloc(4); /* BUG:wrong */
  if (n == 7)
    return 1;
  free(block);
  return 0;
}

int safe(unsigned char n) {
  char *block = malloc(4);
  if (n % 8 == 8)
    return 1;
  free(block);
  return 0;
}

int almost(unsigned char n) {
  char *block = malloc(4); /* BUG:almost */
  if (n % 9 == 8)
    return 1;
  free(block);
  return 0;
}
