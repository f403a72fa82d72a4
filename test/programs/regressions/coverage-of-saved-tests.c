// nearmiss: explore --entry f
// expect: paths 2
// expect: tests 2
// How much is copied decides what the branch on a concrete byte does, and is no path of its own: one of its two sides is
// in a test that is saved, and only that one is called covered (each case's coverage is compared with that of its tests).
#include <string.h>

int f(unsigned char n) {
  char to[8] = {0};
  if (n > 7)
    return 1;
  memcpy(to, "abcdefg", n);
  if (to[3])
    return 2;
  return 3;
}
