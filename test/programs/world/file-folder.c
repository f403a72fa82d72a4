// A file in a folder.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file etc/app/rc=0..16
// nearmiss: explore --file etc/app/rc=1
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("/etc/app/rc", "r");
  if (file && getc(file) == '#')
    abort(); /* BUG:bug */
  return 0;
}
