// Whether there was something to remove.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file old=0..16
// nearmiss: explore --file old=0
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (unlink("old") == 0)
    abort(); /* BUG:bug */
  return 0;
}
