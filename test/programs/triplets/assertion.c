// nearmiss: explore --entry wrong
// expect: finding assertion @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding assertion @almost

#include <assert.h>

void wrong(int n) {
  assert(n != 7); /* BUG:wrong */
}

void safe(unsigned char n) {
  assert(n % 8 < 8);
}

void almost(unsigned char n) {
  assert(n % 9 < 8); /* BUG:almost */
}
