// nearmiss: explore --entry wrong
// expect: finding invalid-value @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding invalid-value @almost

#include <stdbool.h>
#include <string.h>

int wrong(unsigned char n) {
  bool b;
  memcpy(&b, &n, 1);
  return b ? 1 : 2; /* BUG:wrong */
}

int safe(unsigned char n) {
  bool b;
  if (n > 1)
    return 0;
  memcpy(&b, &n, 1);
  return b ? 1 : 2;
}

int almost(unsigned char n) {
  bool b;
  if (n > 2)
    return 0;
  memcpy(&b, &n, 1);
  return b ? 1 : 2; /* BUG:almost */
}
