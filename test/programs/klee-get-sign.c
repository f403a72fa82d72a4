// nearmiss: explore
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: exit 0
// expect: input a=0
// The first program of every KLEE tutorial, in our own words: three signs, three paths.

#include <klee/klee.h>

static int sign(int x) {
  if (x == 0)
    return 0;
  return x < 0 ? -1 : 1;
}

int main(void) {
  int a;
  klee_make_symbolic(&a, sizeof a, "a");
  return sign(a) + 1;
}
