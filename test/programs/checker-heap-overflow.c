// nearmiss: explore --entry write_wrong
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @write
// expect: brute-force i:0,9,10,19,20
// nearmiss: explore --entry write_safe
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// expect: brute-force i:0,9,10,19,20
// nearmiss: explore --entry write_almost
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @almost
// expect: brute-force i:0,9,10,19,20
// nearmiss: explore --entry read_almost
// expect: paths 2
// expect: complete true
// expect: finding array-overflow @read
// expect: brute-force i:0,9,10,19,20
// Ten ints on the heap; the index is in range | refused: 2 paths each.

#include <stdlib.h>

int write_wrong(unsigned i) {
  int *block = malloc(10 * sizeof(int));
  if (i < 20)
    block[i] = 7; /* BUG:write */
  free(block);
  return 0;
}

int write_safe(unsigned i) {
  int *block = malloc(10 * sizeof(int));
  if (i < 10)
    block[i] = 7;
  free(block);
  return 0;
}

int write_almost(unsigned i) {
  int *block = malloc(10 * sizeof(int));
  if (i <= 10)
    block[i] = 7; /* BUG:almost */
  free(block);
  return 0;
}

int read_almost(unsigned i) {
  int *block = calloc(10, sizeof(int));
  int value = 0;
  if (i <= 10)
    value = block[i]; /* BUG:read */
  free(block);
  return value;
}
