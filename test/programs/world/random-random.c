// One number of another stream.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world random
// nearmiss: explore --world random
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  if (random() == 54321)
    abort(); /* BUG:bug */
  return 0;
}
