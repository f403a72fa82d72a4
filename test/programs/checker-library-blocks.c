// nearmiss: explore --entry set
// expect: complete true
// expect: finding array-overflow @set
// nearmiss: explore --entry set_safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry read_too_much
// expect: finding array-overflow @read
// nearmiss: explore --entry copied_wide
// expect: finding array-overflow @copied
// Blocks whose size is an argument, up to 32 bits of it.

#include <string.h>

int set(unsigned n) {
  char block[16];
  if (n <= 17)
    memset(block, 0, n); /* BUG:set */
  return 0;
}

int set_safe(unsigned n) {
  char block[16];
  if (n <= 16)
    memset(block, 0, n);
  return 0;
}

int read_too_much(unsigned char n) {
  static char from[200];
  char block[100];
  if (n <= 101)
    memcpy(block, from, n); /* BUG:read */
  return block[0];
}

int copied_wide(unsigned n) {
  static char from[8];
  char block[16] = {0};
  memcpy(block, from, n); /* BUG:copied */
  return block[0];
}
