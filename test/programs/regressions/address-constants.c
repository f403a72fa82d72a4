// nearmiss: explore --entry f
// expect: paths 5
// expect: complete true
// expect: finding abort @third
// expect: finding division-by-zero @distance
// expect: brute-force by:0..255
// Addresses as operands of sums that are checked: `ptrtoint (ptr @table to i32)` was cut in two, and the program could
// not be compiled.

#include <stdint.h>
#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

int f(unsigned char by) {
  uintptr_t at = (uintptr_t)table + by;
  if (at - (uintptr_t)table == 77)
    return 1;
  int back = (int)(uintptr_t)&table[2] - (int)at;
  if (back == -9)
    return 2;
  if ((uintptr_t)&table[3] - at == 4)
    abort(); /* BUG:third */
  if ((intptr_t)&table[1] - (intptr_t)at > 0)
    return 3;
  return 100 / (int)((uintptr_t)&table[3] - at + 1); /* BUG:distance */
}
