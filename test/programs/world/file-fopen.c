// A file with a bang.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file app.cfg=0..16
// nearmiss: explore --file app.cfg=1
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("app.cfg", "r");
  if (file && getc(file) == '!')
    abort(); /* BUG:bug */
  return 0;
}
