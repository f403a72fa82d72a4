// By clock_gettime.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <time.h>

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec == 7)
    abort(); /* BUG:bug */
  return 0;
}
