// One operation that goes wrong both ways: the first input already wraps below, the other way is found all the same.
// nearmiss: explore --entry both
// expect: complete true
// expect: finding integer-underflow @sum
// expect: finding integer-overflow @sum
// expect: brute-force a:0..255 b:-8..7
// nearmiss: explore --entry wide
// expect: complete true
// expect: finding integer-underflow @wide
// expect: finding integer-overflow @wide
// expect: brute-force a:0..255 b:-8..7
// nearmiss: explore --entry rounds
// expect: complete true
// expect: finding integer-underflow @rounds
// expect: finding integer-overflow @rounds
// expect: brute-force a:0..255 b:-8..7
#include <limits.h>

int both(unsigned char a, signed char b) {
  int far = a == 0 ? INT_MIN : INT_MAX;
  return far + (b - 5); // BUG:sum
}

long long wide(unsigned char a, signed char b) {
  long long far = a == 0 ? LLONG_MIN : LLONG_MAX;
  return far + (b - 5); // BUG:wide
}

int rounds(unsigned char a, signed char b) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int far = i == 0 ? INT_MIN : INT_MAX;
    sum ^= far + (i == 0 ? -1 : a + b); // BUG:rounds
  }
  return sum;
}
