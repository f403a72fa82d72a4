// nearmiss: explore --entry wrong
// expect: paths 4
// expect: complete true
// expect: finding use-after-free @wrong
// expect: brute-force close:0..2 x:0,5
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified use-after-free
// expect: brute-force close:0..2 x:0,5
// nearmiss: explore --entry almost
// expect: paths 4
// expect: complete true
// expect: finding use-after-free @almost
// expect: brute-force close:0..2 x:0,5
// A block is freed when close == 1 and used when x > 3. `safe` returns after the free; `almost` frees and
// makes a new block, but keeps a pointer into the old one.

#include <stdlib.h>

int wrong(unsigned char close, unsigned char x) {
  int *block = calloc(4, sizeof(int));
  if (close == 1)
    free(block);
  if (x > 3)
    block[0] = 1; /* BUG:wrong */
  return 0;
}

int safe(unsigned char close, unsigned char x) {
  int *block = calloc(4, sizeof(int));
  if (close == 1) {
    free(block);
    return 1;
  }
  if (x > 3)
    block[0] = 1;
  return 0;
}

int almost(unsigned char close, unsigned char x) {
  int *block = calloc(4, sizeof(int));
  int *last = block + 3;
  if (close == 1) {
    free(block);
    block = calloc(4, sizeof(int));
  }
  if (x > 3)
    return *last; /* BUG:almost */
  return block[0];
}
