// nearmiss: explore --entry decimal --len s=7
// expect: complete true
// expect: finding abort @decimal
// nearmiss: explore --entry hexadecimal --len s=6
// expect: complete true
// expect: finding abort @hexadecimal
// A number read through libc's strtol, with nothing said about strtol.

#include <stdlib.h>

int decimal(const char *s) {
  if (strtol(s, 0, 10) == -271828)
    abort(); /* BUG:decimal */
  return 0;
}

int hexadecimal(const char *s) {
  char *end;
  unsigned long value = strtoul(s, &end, 16);
  if (*end == 0 && value == 0xbeef)
    abort(); /* BUG:hexadecimal */
  return 0;
}
