// Memory that is taken for granted.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified null-dereference
// nearmiss: explore --faults malloc
// expect: finding null-dereference @bug
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  block[0] = 1; /* BUG:bug */
  free(block);
  return 0;
}
