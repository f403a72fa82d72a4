// The list that main is given.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --env NAME=8
// nearmiss: explore --env A=1
// expect: finding abort @bug
#include <stdlib.h>

int main(int argc, char **argv, char **envp) {
  if (envp[0] && envp[0][2] == '!')
    abort(); /* BUG:bug */
  return 0;
}
