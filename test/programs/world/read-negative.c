// A length below zero.
// nearmiss: explore --stdin 4
// expect: no findings
// expect: complete true
// expect: held read
// expect: unverified array-underflow
// nearmiss: explore --stdin 4 --faults read
// expect: finding array-underflow @bug
#include <unistd.h>

int main(void) {
  static char bytes[8];
  ssize_t length = read(0, bytes, 4);
  bytes[length] = 0; /* BUG:bug */
  return 0;
}
