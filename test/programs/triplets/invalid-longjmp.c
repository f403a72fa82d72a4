// nearmiss: explore --entry wrong
// expect: finding invalid-longjmp @jump
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified invalid-longjmp
// nearmiss: explore --entry almost
// expect: finding invalid-longjmp @jump
#include <setjmp.h>

static jmp_buf back;

static int nested(int n) {
  if (n == 4)
    longjmp(back, 1); /* BUG:jump */
  return n;
}

static int set(void) {
  return setjmp(back);
}

static int gone(int n) {
  set();
  return nested(n);
}

static int there(int n) {
  return setjmp(back) == 0 ? nested(n) : 0;
}

int wrong(unsigned char n) {
  return gone(n);
}

int safe(unsigned char n) {
  return n > 200 ? there(n & 7) : there(n);
}

int almost(unsigned char n) {
  return n > 200 ? gone(n & 7) : there(n);
}
