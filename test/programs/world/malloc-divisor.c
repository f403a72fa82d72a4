// Memory that decides a number, on lines that others come to.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified division-by-zero
// nearmiss: explore --faults malloc
// expect: finding division-by-zero @bug
#include <stdlib.h>

int main(void) {
  int count = 0;
  char *block = malloc(4);
  count += block != 0;
  free(block);
  return 10 / count; /* BUG:bug */
}
