// nearmiss: explore --entry product
// expect: complete true
// expect: finding alloc-overflow @product
// nearmiss: explore --entry safe_product
// expect: complete true
// expect: no findings
// expect: verified alloc-overflow
// nearmiss: explore --entry almost_product
// expect: complete true
// expect: finding alloc-overflow @almost
// expect: input n=1073741824
// nearmiss: explore --entry with_header
// expect: complete true
// expect: finding alloc-overflow @header
// nearmiss: explore --entry counted
// expect: complete true
// expect: finding alloc-overflow @calloc
// nearmiss: explore --entry safe_counted
// expect: complete true
// expect: no findings
// nearmiss: explore --entry product --checkers none
// expect: complete true
// expect: no findings
// A size computed modulo 2^32: the block is smaller than what it is for; inputs are narrowed to keep what malloc gives small. The limit of almost_product is one too high.

#include <stdlib.h>

int product(unsigned n) {
  n &= 0x400000ff;
  int *block = malloc(n * sizeof(int)); /* BUG:product */
  free(block);
  return block != NULL;
}

int safe_product(unsigned n) {
  n &= 0x400000ff;
  if (n > 0xffffffffu / sizeof(int))
    return 0;
  int *block = malloc(n * sizeof(int));
  free(block);
  return block != NULL;
}

int almost_product(unsigned n) {
  n &= 0x400000ff;
  if (n > 0xffffffffu / sizeof(int) + 1)
    return 0;
  int *block = malloc(n * sizeof(int)); /* BUG:almost */
  free(block);
  return block != NULL;
}

int with_header(unsigned length) {
  length |= 0xffffff00;
  size_t size = length + 16u;
  char *block = malloc(size); /* BUG:header */
  free(block);
  return block != NULL;
}

int counted(unsigned a, unsigned b) {
  char *block = calloc(1 + (a & 1) * 0x7fff, 1 + (b & 1) * 0x1ffff); /* BUG:calloc */
  free(block);
  return block != NULL;
}

int safe_counted(unsigned a, unsigned b) {
  char *block = calloc(1 + (a & 1) * 0x7fff, 1 + (b & 1) * 0x1fffe);
  free(block);
  return block != NULL;
}
