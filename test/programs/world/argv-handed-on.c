// Another function looks.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 1
// expect: finding abort @bug
#include <stdlib.h>

static int work(char **words) {
  if (words[0][0] == 'z')
    abort(); /* BUG:bug */
  return 0;
}

int main(int argc, char **argv) {
  return argc > 1 ? work(argv + 1) : 0;
}
