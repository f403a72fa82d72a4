// nearmiss: explore --entry run
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force x:0..3
// exit() in the middle ends the run normally: it is a path, and no finding.

#include <stdlib.h>

static void deep(unsigned char x) {
  if (x == 2)
    exit(0);
  if (x == 1)
    exit(3);
}

int run(unsigned char x) {
  deep(x);
  if (x == 0)
    return 1;
  return 2;
}
