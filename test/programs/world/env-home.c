// A variable with a slash.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --env HOME=8
// nearmiss: explore --env HOME=2
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  const char *home = getenv("HOME");
  if (home && home[0] == '/')
    abort(); /* BUG:bug */
  return 0;
}
