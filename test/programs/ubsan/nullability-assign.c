// nearmiss: explore --entry planted
// expect: complete true
// expect: finding nonnull-argument @planted
// expect: input n=7
// expect: unseen natively nonnull-argument @planted: _Nonnull is clang's own
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// -fsanitize=nullability-assign.

#include <stddef.h>
#ifndef __clang__
#define _Nonnull
#endif

static int zero;
static int *_Nonnull current = &zero;

int planted(unsigned char n) {
  current = n == 7 ? NULL : &zero; /* BUG:planted */
  return 0;
}

int repaired(unsigned char n) {
  int *p = n == 7 ? NULL : &zero;
  if (p)
    current = p;
  return *current;
}
