// A block that does not grow.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held realloc
// expect: unverified null-dereference
// nearmiss: explore --faults realloc
// expect: finding null-dereference @bug
#include <stdlib.h>

int main(void) {
  char *block = calloc(1, 4);
  if (!block)
    return 1;
  block = realloc(block, 8);
  block[7] = 1; /* BUG:bug */
  free(block);
  return 0;
}
