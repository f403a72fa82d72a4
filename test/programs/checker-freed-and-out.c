// nearmiss: explore --entry wrong --checkers use-after-free,array-overflow,null-dereference
// expect: paths 2
// expect: complete true
// expect: finding use-after-free @wrong
// An access to freed memory beyond what was there breaks two properties and is one finding, of the first.

#include <stdlib.h>

int wrong(unsigned char i) {
  char *block = calloc(8, 1);
  free(block);
  if (i < 8)
    return block[i]; /* BUG:wrong */
  return 0;
}
