// nearmiss: explore --entry wrong
// expect: paths 2
// expect: complete true
// expect: finding null-dereference @wrong
// nearmiss: explore --entry safe
// expect: paths 2
// expect: complete true
// expect: no findings
// The pointer comes from a table read at a symbolic index: one of its entries is NULL. Taken | refused: 2.

#include <stddef.h>

static int red = 1, green = 2, blue = 3;
static int *const colours[4] = {&red, &green, NULL, &blue};

int wrong(unsigned i) {
  if (i > 3)
    return -1;
  return *colours[i]; /* BUG:wrong */
}

int safe(unsigned i) {
  if (i > 1)
    return -1;
  return *colours[i];
}
