// nearmiss: explore --entry far
// expect: complete true
// expect: finding null-dereference @far
// nearmiss: explore --entry far_right
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry number
// expect: finding null-dereference @number
// nearmiss: explore --entry constant
// expect: complete true
// expect: finding null-dereference @constant
// Addresses that are nobody's: far behind NULL, computed from a number, in the part of the stack that is not in use.
#include <stddef.h>

struct image {
  char pixels[2000];
  int width;
};

static struct image one;

int far(unsigned char n) {
  struct image *at = n == 8 ? NULL : &one;
  return at->width; /* BUG:far */
}

int far_right(unsigned char n) {
  struct image *at = n == 8 ? NULL : &one;
  return at ? at->width : 0;
}

int number(unsigned char a) {
  return a > 10 && a < 20 ? *(int *)(a * 0x1000) : 0; /* BUG:number */
}

int constant(unsigned char n) {
  return n == 3 ? *(volatile int *)0x200000 : 0; /* BUG:constant */
}
