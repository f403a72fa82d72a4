// nearmiss: explore --entry wrong
// expect: finding vararg @taken
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified vararg
// nearmiss: explore --entry almost
// expect: finding vararg @taken
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0)
    total += va_arg(list, int); /* BUG:taken */
  va_end(list);
  return total;
}

int wrong(unsigned char n) {
  return sum(n & 3, 1, 2);
}

int safe(unsigned char n) {
  return sum(n > 250 ? 2 : 1, 1, 2);
}

int almost(unsigned char n) {
  return sum(n > 250 ? 3 : 1, 1, 2);
}
