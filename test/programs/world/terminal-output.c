// Colours for a terminal.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world terminal
// nearmiss: explore --world terminal
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (isatty(1))
    abort(); /* BUG:bug */
  return 0;
}
