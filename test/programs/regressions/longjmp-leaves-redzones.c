// nearmiss: explore --entry f
// expect: paths 2
// expect: complete true
// expect: no findings
// A longjmp leaves frames without their redzones being taken back; what runs there next is libc, which has none
// of its own and must not stumble over them.

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf handler;

static int deep(int x) {
  char first[24], second[40], third[100];
  memset(first, x, sizeof first);
  memset(second, x, sizeof second);
  memset(third, x, sizeof third);
  if (x > 5)
    longjmp(handler, x);
  return first[3] + second[1] + third[9];
}

static int guarded(int x) {
  char text[32];
  if (setjmp(handler))
    return snprintf(text, sizeof text, "%d %s %x", 1234, "jumped", 77);
  return deep(x);
}

int f(unsigned char x) { return guarded(x); }
