// Nobody can be told.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held write
// expect: unverified abort
// nearmiss: explore --faults write
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (printf("text") < 0)
    abort(); /* BUG:bug */
  return 0;
}
