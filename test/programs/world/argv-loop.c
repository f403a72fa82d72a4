// Any word that begins with a dash.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 2
// expect: finding abort @bug
#include <stdlib.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'q')
      abort(); /* BUG:bug */
  return 0;
}
