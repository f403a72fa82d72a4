// A signal comes first.
// nearmiss: explore --stdin 1
// expect: no findings
// expect: complete true
// expect: held read
// expect: unverified abort
// nearmiss: explore --stdin 1 --faults read
// expect: finding abort @bug
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char byte;
  if (read(0, &byte, 1) < 0 && errno == EINTR)
    abort(); /* BUG:bug */
  return 0;
}
