// A stream that is taken for granted.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held open
// expect: unverified abort
// nearmiss: explore --faults open
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("out", "w");
  if (!file)
    abort(); /* BUG:bug */
  return 0;
}
