// One process.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world pid
// nearmiss: explore --world pid
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (getpid() == 777)
    abort(); /* BUG:bug */
  return 0;
}
