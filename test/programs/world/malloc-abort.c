// Who has no memory gives up.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified abort
// nearmiss: explore --faults malloc
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  if (!block)
    abort(); /* BUG:bug */
  free(block);
  return 0;
}
