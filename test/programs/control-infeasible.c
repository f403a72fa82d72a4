// nearmiss: explore --entry contradictions
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: verified abort
// expect: brute-force x:0,1,2,4294967295
// nearmiss: explore --entry square
// expect: paths 1
// expect: complete true
// expect: no findings
// expect: brute-force x:0..3,255,65535
// Arms no input reaches must be proved so. A square is never 2 or 3 modulo 4, also when it wraps.

#include <stdlib.h>

int contradictions(unsigned x) {
  if ((x | 1) == 0)
    abort();
  if ((x & 6) > 6)
    abort();
  if (x * 2 % 2 == 1)
    abort();
  if (x > 7) {
    if (x < 8)
      abort();
    return 1;
  }
  return 0;
}

int square(unsigned short x) {
  unsigned squared = (unsigned)x * x;
  if ((squared & 3) == 2)
    abort();
  return squared;
}
