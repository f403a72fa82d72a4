// nearmiss: explore --entry rows_times
// expect: finding alloc-overflow @rows
// nearmiss: explore --entry thrice
// expect: finding alloc-overflow @thrice
// nearmiss: explore --entry safe_thrice
// expect: complete true
// expect: no findings
// expect: verified alloc-overflow
// A product with a power of two becomes a shift: of what is a product already, nobody knew it as the source's own.

#include <stdlib.h>

void *rows_times(unsigned rows) {
  return malloc(rows * 0x2000003u * 8u); /* BUG:rows */
}

void *thrice(unsigned n) {
  return malloc(n * 3u * 8u); /* BUG:thrice */
}

void *safe_thrice(unsigned n) {
  return n < 1000 ? malloc(n * 3u * 8u) : NULL;
}
