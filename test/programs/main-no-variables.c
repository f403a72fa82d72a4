// Without variables the environment is an empty list, here and natively.
// nearmiss: explore --stdin 1
// expect: assumed --env NAME=8
// expect: finding division-by-zero @bug
#include <stdio.h>
extern char **environ;

int main(void) {
  int count = 0;
  for (char **each = environ; *each; each++) count++;
  return 7 / (getchar() - 'x' + count); // BUG:bug
}
