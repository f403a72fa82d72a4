// One number.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world random
// nearmiss: explore --world random
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  if (rand() == 12345)
    abort(); /* BUG:bug */
  return 0;
}
