// How long a file is.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file data.bin=0..16
// nearmiss: explore --file data.bin=0..4
// expect: finding abort @bug
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  struct stat about;
  if (stat("data.bin", &about) == 0 && about.st_size == 3)
    abort(); /* BUG:bug */
  return 0;
}
