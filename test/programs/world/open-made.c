// A file that can not be made.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held open
// expect: unverified abort
// nearmiss: explore --faults open
// expect: finding abort @bug
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int file = open("out", O_WRONLY | O_CREAT, 0600);
  if (file < 0)
    abort(); /* BUG:bug */
  close(file);
  return 0;
}
