// nearmiss: explore --entry check --len s=16
// expect: complete true
// expect: finding abort @solved
// nearmiss: explore --entry check_prefix --len s=6
// expect: complete true
// expect: finding abort @prefix
// A 16-character password compared by strcmp; the terminator at s[16] is not symbolic and ends it.

#include <stdlib.h>
#include <string.h>

int check(const char *s) {
  if (strcmp(s, "open sesame 2024") == 0)
    abort(); /* BUG:solved */
  return 0;
}

int check_prefix(const char *s) {
  if (strncmp(s, "let me", 6) == 0)
    abort(); /* BUG:prefix */
  return 0;
}
