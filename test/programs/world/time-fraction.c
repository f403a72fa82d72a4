// Of a second.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <sys/time.h>

int main(void) {
  struct timeval now;
  gettimeofday(&now, 0);
  if (now.tv_usec == 7)
    abort(); /* BUG:bug */
  return 0;
}
