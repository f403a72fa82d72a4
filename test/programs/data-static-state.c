// nearmiss: explore --entry counted
// expect: paths 2
// expect: complete true
// expect: no findings
// nearmiss: explore --entry dirty
// expect: paths 2
// expect: complete true
// expect: no findings
// Every run begins with memory as the program was loaded: a counter kept in a static local, and a global
// that a former run made symbolic, must be back at their first values.

#include <stdlib.h>

static unsigned char kept[4] = {1, 2, 3, 4};

int counted(unsigned char x) {
  static int calls;
  calls++;
  if (calls != 1)
    abort();
  if (x > 9)
    return 1;
  return 0;
}

int dirty(unsigned char x) {
  if (kept[2] != 3)
    abort();
  kept[2] = x;
  if (kept[2] > 100)
    return 1;
  return 0;
}
