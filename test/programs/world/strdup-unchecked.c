// A copy of a text.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: unverified null-dereference
// nearmiss: explore --faults malloc
// expect: finding null-dereference @bug
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("abc");
  copy[1] = 'x'; /* BUG:bug */
  free(copy);
  return 0;
}
