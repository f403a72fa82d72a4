// nearmiss: explore --entry grown
// expect: paths 7
// expect: complete true
// expect: no findings
// expect: brute-force n:0..7 x:3
// nearmiss: explore --entry zeroed
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force i:0..8
// nearmiss: explore --entry duplicated --len s=3
// expect: complete true
// expect: finding abort @duplicated
// nearmiss: explore --entry stale
// expect: paths 2
// expect: complete true
// expect: finding use-after-free @stale
// expect: brute-force grow:0,1
// realloc keeps the contents and always moves, so that an old pointer is caught; calloc is zero; strdup
// carries symbolic bytes. grown: n = 0 … 5 elements, or refused: 7.

#include <stdlib.h>
#include <string.h>

int grown(unsigned char n, unsigned char x) {
  unsigned char *block = NULL;
  unsigned sum = 0, capacity = 0;
  if (n > 5)
    return -1;
  for (unsigned i = 0; i < n; i++) {
    if (i == capacity) {
      capacity = capacity * 2 + 1;
      block = realloc(block, capacity);
    }
    block[i] = x + i;
  }
  for (unsigned i = 0; i < n; i++)
    sum += block[i];
  free(block);
  return sum;
}

int zeroed(unsigned char i) {
  unsigned *block = calloc(8, sizeof *block);
  unsigned value = 1;
  if (i < 8)
    value = block[i];
  free(block);
  return value;
}

int duplicated(const char *s) {
  char *copy = strdup(s);
  if (copy[0] == 'd' && copy[1] == 'u' && copy[2] == 'p')
    abort(); /* BUG:duplicated */
  free(copy);
  return 0;
}

int stale(unsigned char grow) {
  int *block = calloc(2, sizeof *block), *old = block;
  if (grow)
    block = realloc(block, 64);
  return old[1]; /* BUG:stale */
}
