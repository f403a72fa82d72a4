// Through a pointer.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <time.h>

static time_t (*clock_of)(time_t *) = time;

int main(void) {
  if (clock_of(0) == 5)
    abort(); /* BUG:bug */
  return 0;
}
