// nearmiss: explore --entry check --len s=4
// expect: complete true
// expect: finding abort @solved

#include <stdlib.h>

int check(const char *s) {
  if (atoi(s) == -742)
    abort(); /* BUG:solved */
  return 0;
}
