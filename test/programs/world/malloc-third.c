// The third of three.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified abort
// nearmiss: explore --faults malloc
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 3; i++) {
    char *block = malloc(4);
    if (!block && i == 2)
      abort(); /* BUG:bug */
    free(block);
  }
  return 0;
}
