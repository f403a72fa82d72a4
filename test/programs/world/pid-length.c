// Digits of what is printed.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world pid
// nearmiss: explore --world pid
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (printf("%d\n", getpid()) == 6)
    abort(); /* BUG:bug */
  return 0;
}
