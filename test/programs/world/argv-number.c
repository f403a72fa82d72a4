// A number.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 2
// expect: finding abort @bug
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && atoi(argv[1]) == 77)
    abort(); /* BUG:bug */
  return 0;
}
