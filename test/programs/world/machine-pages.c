// How large a page is.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world machine
// nearmiss: explore --world machine
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (sysconf(_SC_PAGESIZE) == 16384)
    abort(); /* BUG:bug */
  return 0;
}
