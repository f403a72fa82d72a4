// Three words.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 1 --arg 1
// expect: finding abort @bug
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc == 3)
    abort(); /* BUG:bug */
  return 0;
}
