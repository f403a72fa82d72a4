// nearmiss: explore --file log=1
// expect: paths 2
// expect: complete true
// expect: finding abort @mark
// expect: brute-force files.log[0]:'a'..'z','#'
// nearmiss: explore --file log=0..3
// expect: complete true
// expect: finding abort @mark
// expect: finding abort @end
// expect: brute-force files.log.length:0..3 files.log[0..2]:'a','+','#'
// nearmiss: explore --file other=1
// expect: paths 1
// expect: assumed --file log=0..16
// expect: no findings
// nearmiss: explore --file log=0..3 -DFRESH
// expect: paths 1
// expect: complete true
// expect: no findings
// A program that adds to its file and reads it again: what was in it keeps its symbols. Emptied first, it has none.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef FRESH
#define HOW O_TRUNC
#else
#define HOW O_APPEND
#endif

int main(void) {
  int file = open("log", O_RDWR | HOW);
  if (file < 0 || write(file, "+", 1) != 1)
    return 1;
  char text[4];
  lseek(file, 0, SEEK_SET);
  int size = read(file, text, sizeof text);
  if (text[0] == '#')
    abort(); /* BUG:mark */
  if (size == 3 && text[1] == '+')
    abort(); /* BUG:end */
  return text[size - 1] != '+';
}
