// A folder that is there already.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held system
// expect: unverified abort
// nearmiss: explore --faults system
// expect: finding abort @bug
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  if (mkdir("out", 0700) < 0)
    abort(); /* BUG:bug */
  return 0;
}
