// A byte of the standard input.
// nearmiss: explore --arg 1
// expect: no findings
// expect: incomplete assumed
// expect: assumed --stdin 0..16
// nearmiss: explore --arg 1 --stdin 1
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (getchar() == '!')
    abort(); /* BUG:bug */
  return argc == 9 ? argv[1][0] : 0;
}
