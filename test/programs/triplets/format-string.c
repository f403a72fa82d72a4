// nearmiss: explore --entry wrong
// expect: finding format-string @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding format-string @almost

#include <stdio.h>

void wrong(char c, char d) {
  char format[3] = {c, d, 0};
  if (d == 'd')
    printf(format); /* BUG:wrong */
}

void safe(char c, char d) {
  char format[3] = {c, d, 0};
  if (c > 37 && d == 'd')
    printf(format);
}

void almost(char c, char d) {
  char format[3] = {c, d, 0};
  if (c > 36 && d == 'd')
    printf(format); /* BUG:almost */
}
