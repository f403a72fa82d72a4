// nearmiss: explore --entry wrong
// expect: finding abort @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding abort @almost

#include <stdlib.h>

void wrong(int n) {
  if (n == 7)
    abort(); /* BUG:wrong */
}

void safe(unsigned char n) {
  if (n % 8 == 8)
    abort();
}

void almost(unsigned char n) {
  if (n % 9 == 8)
    abort(); /* BUG:almost */
}
