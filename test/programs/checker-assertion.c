// nearmiss: explore --entry wrong
// expect: paths 2
// expect: complete true
// expect: finding assertion @wrong
// expect: exit 1
// expect: brute-force x:0,99,100,101
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified assertion
// nearmiss: explore --entry almost
// expect: paths 3
// expect: complete true
// expect: finding assertion @almost
// expect: brute-force x:0..3,99,100,101
// assert() through libc's header. almost: out of range | holds | fails, for 100 only.

#include <assert.h>

int wrong(unsigned x) {
  assert(x != 100); /* BUG:wrong */
  return 0;
}

int safe(unsigned x) {
  unsigned half = x / 2;
  assert(half * 2 + (x & 1) == x);
  return 0;
}

int almost(unsigned x) {
  if (x > 100)
    return 0;
  assert(x / 10 < 10); /* BUG:almost */
  return 1;
}
