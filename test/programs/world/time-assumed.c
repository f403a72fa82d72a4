// Where something was assumed of it, nobody else came.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding abort @bug
#include <nearmiss.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  if (getchar() == 1) {
    nearmiss_assume(time(0) == 5);
    abort(); /* BUG:bug */
  }
  return 0;
}
