// With the rights of another.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world user
// nearmiss: explore --world user
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (geteuid() == 33)
    abort(); /* BUG:bug */
  return 0;
}
