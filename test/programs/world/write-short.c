// Half of it.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held write
// expect: unverified abort
// nearmiss: explore --faults write
// expect: finding abort @bug
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int file = open("out", O_WRONLY | O_CREAT, 0600);
  if (file < 0)
    return 1;
  ssize_t done = write(file, "abcd", 4);
  if (done > 0 && done < 4)
    abort(); /* BUG:bug */
  return 0;
}
