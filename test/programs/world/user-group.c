// In the group of root.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world user
// nearmiss: explore --world user
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (getgid() == 0)
    abort(); /* BUG:bug */
  return 0;
}
