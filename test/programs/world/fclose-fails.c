// What was written is not there.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held write
// expect: unverified abort
// nearmiss: explore --faults write
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("out", "w");
  if (!file)
    return 1;
  fputs("text", file);
  if (fclose(file) != 0)
    abort(); /* BUG:bug */
  return 0;
}
