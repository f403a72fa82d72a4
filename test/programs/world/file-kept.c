// What was in a file that is made if there is none.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file state=0..16
// nearmiss: explore --file state=1
// expect: finding abort @bug
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char byte;
  int file = open("state", O_RDWR | O_CREAT, 0600);
  if (file >= 0 && read(file, &byte, 1) == 1 && byte == 7)
    abort(); /* BUG:bug */
  return 0;
}
