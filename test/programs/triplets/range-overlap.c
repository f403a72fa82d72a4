// nearmiss: explore --entry wrong
// expect: finding range-overlap @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding range-overlap @almost

#include <string.h>

static char line[40];

void wrong(unsigned char n) {
  if (n <= 20)
    memcpy(line + 10, line, n); /* BUG:wrong */
}

void safe(unsigned char n) {
  if (n <= 10)
    memcpy(line + 10, line, n);
}

void almost(unsigned char n) {
  if (n <= 11)
    memcpy(line + 10, line, n); /* BUG:almost */
}
