// nearmiss: explore --entry run --checkers none
// expect: paths 3
// expect: no findings
// expect: exit 0
// nearmiss: explore --entry run --checkers assertion
// expect: paths 3
// expect: no findings
// nearmiss: explore --entry run --checkers abort
// expect: paths 3
// expect: finding abort @run
// Only the checkers asked for speak.

#include <stdlib.h>

int run(unsigned char x, unsigned char y) {
  if (x == 200)
    abort(); /* BUG:run */
  if (y > 3)
    return 1;
  return 0;
}
