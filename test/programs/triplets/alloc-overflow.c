// nearmiss: explore --entry wrong
// expect at 32: finding alloc-overflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect at 32: finding alloc-overflow @almost

#include <stdlib.h>

int wrong(unsigned n) {
  int *block = malloc((n & 0x7000000f) * sizeof(int)); /* BUG:wrong */
  free(block);
  return block != NULL;
}

int safe(unsigned n) {
  n &= 0x4000000f;
  int *block = n > 0x3fffffff ? NULL : malloc(n * sizeof(int));
  free(block);
  return block != NULL;
}

int almost(unsigned n) {
  n &= 0x4000000f;
  int *block = n > 0x40000000 ? NULL : malloc(n * sizeof(int)); /* BUG:almost */
  free(block);
  return block != NULL;
}
