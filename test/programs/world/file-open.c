// The same by descriptor.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file app.cfg=0..16
// nearmiss: explore --file app.cfg=1
// expect: finding abort @bug
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char byte;
  int file = open("app.cfg", O_RDONLY);
  if (file >= 0 && read(file, &byte, 1) == 1 && byte == '!')
    abort(); /* BUG:bug */
  return 0;
}
