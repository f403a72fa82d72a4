// A name for a while.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held open
// expect: unverified abort
// nearmiss: explore --faults open
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/aXXXXXX";
  int file = mkstemp(name);
  if (file < 0)
    abort(); /* BUG:bug */
  close(file);
  return 0;
}
