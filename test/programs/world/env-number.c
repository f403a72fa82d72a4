// A number in a variable.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --env LEVEL=8
// nearmiss: explore --env LEVEL=2
// expect: finding abort @bug
#include <stdlib.h>

int main(void) {
  char *text = getenv("LEVEL");
  if (text && atoi(text) == 42)
    abort(); /* BUG:bug */
  return 0;
}
