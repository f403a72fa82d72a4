#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static int plain(int x) {
  return x + 1;
}

static int leap(int x) {
  if (x > 3)
    longjmp(back, 1);
  return x;
}

static int chosen(int x) {
  return x * 2;
}

static int (*table[])(int) = {plain, chosen};

static void die(void) {
  exit(3);
}

int start(int x) {
  int y = 0;
  if (x < 0) {
    die();
    y = 1;
  }
  if (setjmp(back) != 0)
    return -1;
  // A comment: no code here.
  y = leap(x);
  y += table[x & 1](y);
  return y;
}
