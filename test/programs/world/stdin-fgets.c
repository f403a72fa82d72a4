// A line of it.
// nearmiss: explore --arg 1
// expect: no findings
// expect: incomplete assumed
// expect: assumed --stdin 0..16
// nearmiss: explore --arg 1 --stdin 2
// expect: finding abort @bug
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  char line[8];
  if (fgets(line, sizeof line, stdin) && line[0] == 'q')
    abort(); /* BUG:bug */
  return argc == 9 ? argv[1][0] : 0;
}
