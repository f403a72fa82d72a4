// nearmiss: explore --entry check --len s=16
// expect: complete true
// expect: finding abort @solved
// A 16-byte magic compared by libc, unaided: one byte after the other becomes right.

#include <stdlib.h>
#include <string.h>

int check(const char *s) {
  if (memcmp(s, "\x7fMAGIC\r\n\x1a\n-near-", 16) == 0)
    abort(); /* BUG:solved */
  return 0;
}
