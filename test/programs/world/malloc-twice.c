// Only if two of them fail.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified abort
// nearmiss: explore --faults malloc --fault-budget 2
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  char *one = malloc(4), *other = malloc(4);
  if (!one && !other)
    abort(); /* BUG:bug */
  free(one);
  free(other);
  return 0;
}
