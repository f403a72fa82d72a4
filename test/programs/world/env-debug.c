// A variable that is set.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --env DEBUG=8
// nearmiss: explore --env DEBUG=1
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  if (getenv("DEBUG"))
    abort(); /* BUG:bug */
  return 0;
}
