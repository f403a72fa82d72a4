// nearmiss: explore --entry check --len s=5 --max-runs 20000
// expect: finding abort @solved
// sscanf works through libc's FILE machinery; finding the number is asked, finishing is not.

#include <stdio.h>
#include <stdlib.h>

int check(const char *s) {
  int a, b;
  if (sscanf(s, "%d,%d", &a, &b) == 2 && a == 12 && b == 34)
    abort(); /* BUG:solved */
  return 0;
}
