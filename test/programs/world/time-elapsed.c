// How long it took.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <stdlib.h>
#include <time.h>

int main(void) {
  time_t begin = time(0);
  if (time(0) - begin > 100)
    abort(); /* BUG:bug */
  return 0;
}
