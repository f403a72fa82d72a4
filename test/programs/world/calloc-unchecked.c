// Zeroed memory.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified null-dereference
// nearmiss: explore --faults malloc
// expect: finding null-dereference @bug
#include <stdlib.h>

int main(void) {
  int *block = calloc(4, sizeof *block);
  block[3] = 1; /* BUG:bug */
  free(block);
  return 0;
}
