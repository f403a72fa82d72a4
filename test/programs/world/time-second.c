// One second of all.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <time.h>

int main(void) {
  if (time(0) == 1234567890)
    abort(); /* BUG:bug */
  return 0;
}
