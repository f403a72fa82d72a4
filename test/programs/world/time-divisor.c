// A remainder that divides.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding division-by-zero @bug
#include <time.h>

int main(void) {
  return 7 / (int)(time(0) % 60); /* BUG:bug */
}
