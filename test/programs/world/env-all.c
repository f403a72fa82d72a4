// The list of variables.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --env NAME=8
// nearmiss: explore --env A=1
// expect: finding abort @bug
#include <stdlib.h>

extern char **environ;

int main(void) {
  if (environ[0] && environ[0][2] == '!')
    abort(); /* BUG:bug */
  return 0;
}
