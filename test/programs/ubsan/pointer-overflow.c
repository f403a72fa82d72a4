// nearmiss: explore --entry planted --checkers pointer-arithmetic
// expect: complete true
// expect: finding pointer-arithmetic @planted
// nearmiss: explore --entry wide --checkers pointer-arithmetic
// expect: complete true
// expect at 32: finding pointer-arithmetic @wide
// nearmiss: explore --entry from_null --checkers pointer-arithmetic
// expect: complete true
// expect: finding pointer-arithmetic @null
// nearmiss: explore --entry repaired --checkers pointer-arithmetic
// expect: complete true
// expect: no findings
// -fsanitize=pointer-overflow. Off by default. wide: the pointer is near its start again when its index was multiplied.

#include <stddef.h>

static char bytes[16];
static int numbers[16];

int planted(int n) {
  return bytes + n == bytes; /* BUG:planted */
}

int wide(unsigned n) {
  if (n < 0x40000000)
    return 0;
  return numbers + n == numbers; /* BUG:wide */
}

int from_null(unsigned char n) {
  char *p = n == 7 ? NULL : bytes;
  return p + n == bytes; /* BUG:null */
}

int repaired(int n) {
  if (n < 0 || n > 16)
    return 0;
  return (bytes + n == bytes) + (numbers + n == numbers);
}
