// By descriptor.
// nearmiss: explore --arg 1
// expect: no findings
// expect: incomplete assumed
// expect: assumed --stdin 0..16
// nearmiss: explore --arg 1 --stdin 1
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char byte;
  if (read(0, &byte, 1) == 1 && byte == 7)
    abort(); /* BUG:bug */
  return argc == 9 ? argv[1][0] : 0;
}
