// A pipe that can not be made.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held system
// expect: unverified abort
// nearmiss: explore --faults system
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) < 0)
    abort(); /* BUG:bug */
  return 0;
}
