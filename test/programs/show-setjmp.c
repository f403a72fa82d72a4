// nearmiss: explore --entry attempt
// expect: paths 5
// expect: complete true
// expect: finding abort @after
// expect: brute-force x:41,42,43,44,101 y:7,8
// nearmiss: explore --entry carried
// expect: paths 3
// expect: complete true
// expect: finding abort @carried
// expect: brute-force x:0,1000,1001
// `attempt`: x > 100 jumps with 1, x == 42 with 2 (and that one aborts), otherwise it returns and is odd or
// even: 100 < x | x == 42 | even | odd, and x > 100 splits once more on y after the jump: 5.
// `carried`: the value longjmp carries is itself symbolic.

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf handler;

static void risky(int x) {
  if (x > 100)
    longjmp(handler, 1);
  if (x == 42)
    longjmp(handler, 2);
}

int attempt(int x, int y) {
  int code = setjmp(handler);
  if (code == 1)
    return y == 7 ? x : y;
  if (code == 2)
    abort(); /* BUG:after */
  risky(x);
  if (x & 1)
    return 1;
  return 0;
}

static int carry(int x) {
  volatile int before = x;
  int code = setjmp(handler);
  if (code == 0)
    longjmp(handler, x | 1);
  if (code == 1001 && before == 1000)
    abort(); /* BUG:carried */
  return code;
}

int carried(int x) { return carry(x); }
