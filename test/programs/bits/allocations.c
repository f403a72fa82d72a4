// Sizes of blocks: products that wrap on one machine and not on the other.
// nearmiss: explore --entry items
// expect at 32: finding alloc-overflow @items
// nearmiss: explore --entry big
// expect: finding alloc-overflow @big
// nearmiss: explore --entry negative
// expect: complete true
// expect: finding alloc-underflow @negative
// nearmiss: explore --entry truncated
// expect: complete true
// expect at 64: finding array-overflow @truncated
// nearmiss: explore --entry pointers
// expect: complete true
// expect at 64: finding array-overflow @pointers
// nearmiss: explore --entry huge
// expect at 32: complete true
// expect at 64: incomplete unmodelled-call
#include <stdlib.h>
#include <string.h>

struct item {
  char bytes[8];
};

int items(unsigned n) {
  n &= 0x20000003;
  struct item *all = malloc(n * sizeof *all); /* BUG:items */
  int made = all != NULL;
  free(all);
  return made;
}

int big(size_t n) {
  n |= ~(size_t)0 << 12;
  char *block = malloc(n + 4096); /* BUG:big */
  int made = block != NULL;
  free(block);
  return made;
}

int negative(short n) {
  if (n > 16)
    return 0;
  char *block = malloc(n); /* BUG:negative */
  int made = block != NULL;
  free(block);
  return made;
}

/* A size that an int no longer holds: what is left of it is small. */
int truncated(unsigned char n) {
  size_t size = n == 7 ? (size_t)0xffffffff + 9 : 8;
  char small[8];
  if ((int)size != 8)
    return 0;
  memset(small, 0, size); /* BUG:truncated */
  return small[0];
}

/* As many bytes as four pointers have, on one machine. */
int pointers(unsigned char i) {
  if (i > 3)
    return 0;
  void **all = malloc(16);
  if (!all)
    return 0;
  all[i] = all; /* BUG:pointers */
  free(all);
  return 0;
}

int huge(unsigned char n) {
  if (n != 1)
    return 0;
  char *block = malloc((size_t)3 << 30);
  int made = block != NULL;
  free(block);
  return made;
}
