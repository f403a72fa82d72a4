// nearmiss: explore --entry three
// expect: paths 4
// expect: complete true
// expect: finding abort @first
// expect: finding abort @second
// expect: finding abort @third
// expect: brute-force x:0..4
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified abort
// expect: brute-force x:0..300
// Three aborts on three lines are three findings: an optimiser would make them one.

#include <stdlib.h>

int three(int x) {
  if (x == 1)
    abort(); /* BUG:first */
  if (x == 2)
    abort(); /* BUG:second */
  if (x == 3)
    abort(); /* BUG:third */
  return 0;
}

int safe(unsigned x) {
  if (x < 16)
    return 0;
  if (x < 256) {
    if (x * x < 256)
      abort();
    return 1;
  }
  return 2;
}
