// nearmiss: explore --entry given
// expect: complete true
// expect: paths 2
// expect: finding nonnull-argument @given
// expect: input which=7
// nearmiss: explore --entry safe_given
// expect: complete true
// expect: paths 3
// expect: no findings
// nearmiss: explore --entry almost_given
// expect: complete true
// expect: finding nonnull-argument @almost
// nearmiss: explore --entry later
// expect: complete true
// expect: finding nonnull-argument @later
// nearmiss: explore --entry spelled
// expect: complete true
// expect: finding nonnull-argument @spelled
// expect: unseen natively nonnull-argument @spelled: _Nonnull is clang's own
// nearmiss: explore --entry returned
// expect: complete true
// expect: paths 4
// expect: finding nonnull-argument @returned
// expect: unseen natively nonnull-argument @returned: gcc says that NULL is returned, but not where
// nearmiss: explore --entry returned_once
// expect: complete true
// expect: paths 2
// expect: finding nonnull-argument @once
// expect: unseen natively nonnull-argument @once: _Nonnull is clang's own
// nearmiss: explore --entry given --checkers none
// expect: complete true
// expect: paths 2
// expect: no findings
// What the program's own functions declare: an argument that may not be NULL, though nobody looks at it; a result.

#include <stddef.h>
#ifndef __clang__
#define _Nonnull
#endif

static int zero;

__attribute__((nonnull(2))) static int add(int a, const int *b, const int *c) {
  return c ? a + *c : a;
}

int given(unsigned char which) {
  return add(1, which == 7 ? NULL : &zero, NULL); /* BUG:given */
}

int safe_given(unsigned char which) {
  const int *pointer = which == 7 ? NULL : &zero;
  return pointer ? add(1, pointer, which == 8 ? NULL : &zero) : 0;
}

int almost_given(unsigned char which) {
  const int *pointer = which == 7 ? NULL : &zero;
  return which == 8 ? 0 : add(1, pointer, pointer); /* BUG:almost */
}

/* All that are pointers; a call stands between the argument and the call it is for. */
__attribute__((nonnull)) static int sum(const int *a, int b, const int *c) { return b + (a == c); }

int later(unsigned char which) {
  return sum(&zero, add(2, &zero, &zero), which < 3 ? NULL : &zero); /* BUG:later */
}

static int spelled_sum(const int *_Nonnull a) { return a != &zero; }

int spelled(unsigned char which) {
  return spelled_sum(which == 9 ? NULL : &zero); /* BUG:spelled */
}

__attribute__((returns_nonnull, noinline)) static int *find(unsigned char which) {
  if (which == 1)
    return &zero;
  if (which == 2)
    return NULL; /* BUG:returned */
  if (which == 3)
    return which ? &zero : NULL;
  return &zero;
}

int returned(unsigned char which) { return find(which) == &zero; }

static int *_Nonnull find_once(unsigned char which) {
  return which == 77 ? NULL : &zero; /* BUG:once */
}

int returned_once(unsigned char which) { return find_once(which) == &zero; }
