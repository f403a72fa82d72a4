// nearmiss: explore --entry solve --checkers abort
// expect: paths 2
// expect: complete true
// expect: finding abort @solved
// expect: exit 1
// nearmiss: explore --entry solve_unsigned --checkers none
// expect: paths 2
// expect: complete true
// expect: brute-force x:0,916259690 y:0..2
// One equation in two unknowns: no luck finds it, one query does.

#include <stdlib.h>

int solve(int x, int y) {
  if (x == 305419896 * 3 + y)
    abort(); /* BUG:solved */
  return 0;
}

int solve_unsigned(unsigned x, unsigned y) {
  if (x == 305419896u * 3u + y)
    return 1;
  return 0;
}
