// Before the machine was made.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <time.h>

int main(void) {
  if (time(0) < 1000000000)
    abort(); /* BUG:bug */
  return 0;
}
