// Whether a file is there.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file lock=0..16
// nearmiss: explore --file lock=0
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (access("lock", F_OK) == 0)
    abort(); /* BUG:bug */
  return 0;
}
