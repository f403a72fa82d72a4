// nearmiss: explore --entry product
// expect at 32: complete true
// expect at 32: finding alloc-overflow @product
// nearmiss: explore --entry safe_product
// expect: complete true
// expect: no findings
// expect: verified alloc-overflow
// nearmiss: explore --entry almost_product
// expect at 32: complete true
// expect at 32: finding alloc-overflow @almost
// expect at 32: input n=1073741824
// nearmiss: explore --entry with_header
// expect at 32: complete true
// expect: finding alloc-overflow @header
// nearmiss: explore --entry counted
// expect: complete true
// expect at 32: paths 3
// expect: no findings
// expect: verified alloc-overflow
// nearmiss: explore --entry counted_unchecked
// expect: complete true
// expect: finding null-dereference @refused
// nearmiss: explore --entry counted_wrong
// expect: complete true
// expect: finding alloc-overflow @counted
// nearmiss: explore --entry product --checkers none
// expect at 32: complete true
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

/* A product that calloc computes itself does not wrap: it refuses. */
int counted(unsigned a, unsigned b) {
  char *block = calloc(1 + (a & 1) * 0x7fff, 1 + (b & 1) * 0x1ffff);
  free(block);
  return block != NULL;
}

int counted_unchecked(unsigned a, unsigned b) {
  char *block = calloc(1 + (a & 1) * 0x7fff, 1 + (b & 1) * 0x1ffff);
  block[0] = 1; /* BUG:refused */
  free(block);
  return 0;
}

/* What is computed before calloc sees it does. */
int counted_wrong(unsigned n) {
  n &= 0x400000ff;
  char *block = calloc(n * 4, 2); /* BUG:counted */
  free(block);
  return block != NULL;
}
