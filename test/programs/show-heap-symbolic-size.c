// nearmiss: explore --entry overflow
// expect: paths 4
// expect: complete true
// expect: finding array-overflow @overflow
// expect: brute-force size:0..2,64,65 index:0..2,63,64
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// expect: brute-force size:0..2,64,65 index:0..2,63,64
// nearmiss: explore --entry almost
// expect: paths 3
// expect: complete true
// expect: finding array-overflow @almost
// expect: brute-force size:0..2,64,65 index:0..2,63,64
// A heap block whose size is one input, indexed by another. The bound is an expression, not the size the
// first run happened to have. overflow: size 0 | size > 64 | index > 63 | stored: 4; safe: size out of range | index out of range | stored: 3.

#include <stdlib.h>

int overflow(unsigned size, unsigned index) {
  if (size < 1 || size > 64 || index > 63)
    return -1;
  char *block = malloc(size);
  block[index] = 1; /* BUG:overflow */
  free(block);
  return 0;
}

int safe(unsigned size, unsigned index) {
  if (size - 1 > 63)
    return -1;
  if (index >= size)
    return -1;
  char *block = malloc(size);
  block[index] = 1;
  free(block);
  return 0;
}

int almost(unsigned size, unsigned index) {
  if (size - 1 > 63)
    return -1;
  if (index > size)
    return -1;
  char *block = malloc(size);
  block[index] = 1; /* BUG:almost */
  free(block);
  return 0;
}
