// Two sixes.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world random
// nearmiss: explore --world random
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  if (rand() % 6 == 5 && rand() % 6 == 5 && rand() % 6 == 5 && rand() % 6 == 4)
    abort(); /* BUG:bug */
  return 0;
}
