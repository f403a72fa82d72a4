// nearmiss: explore --entry wild --checkers array-overflow,array-underflow
// expect: paths 1
// expect: complete true
// expect: finding array-overflow @wild
// expect: finding array-underflow @wild
// nearmiss: explore --entry masked
// expect: paths 1
// expect: complete true
// expect: no findings
// expect: brute-force i:-2147483648,-1,0,7,8,2147483647
// nearmiss: explore --entry neighbour --checkers array-overflow,array-underflow
// expect: paths 4
// expect: complete true
// expect: finding array-overflow @neighbour
// An index nobody checked leaves on both sides: two findings, one line. `neighbour` can only jump over the
// redzone into the middle of the other block, never next to its own: it still means its own.
// Its condition has 4 outcomes: below 128 | up to 1000 | up to 40000 | beyond.

#include <stdlib.h>

static int table[8];

int wild(int i) {
  return table[i]; /* BUG:wild */
}

int masked(int i) {
  return table[i & 7];
}

int neighbour(unsigned i) {
  char *first = malloc(256);
  char *second = malloc(65536);
  if (i < 128 || (i > 1000 && i < 40000))
    first[i] = 1; /* BUG:neighbour */
  free(first);
  free(second);
  return 0;
}
