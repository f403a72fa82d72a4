// nearmiss: explore --entry run
// expect: paths 3
// expect: complete true
// expect: finding assertion @claim
// PRETEX, Figure 2: an even number is never one more than another even number, until one is taken away from it.
// Paths: not larger | larger and still different | larger and the assertion fails.

#include <assert.h>

static int twice(int z) {
  return 2 * z;
}

int run(short x, short y) {
  int even = twice(x);
  int odd = twice(y) + 1;
  if (even > odd)
    even = even - 1;
  assert(even != odd); /* BUG:claim */
  return 0;
}
