// An option.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 2
// expect: finding abort @bug
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argv[1] && strcmp(argv[1], "-x") == 0)
    abort(); /* BUG:bug */
  return 0;
}
