// Half of it comes.
// nearmiss: explore --stdin 4
// expect: no findings
// expect: complete true
// expect: held read
// expect: unverified abort
// nearmiss: explore --stdin 4 --faults read
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char bytes[4];
  if (read(0, bytes, 4) == 1)
    abort(); /* BUG:bug */
  return 0;
}
