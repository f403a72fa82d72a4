// nearmiss: explore --entry wrong
// expect: paths 3
// expect: complete true
// expect: finding array-underflow @wrong
// expect: brute-force i:-1000,-2,-1,0,9,10
// nearmiss: explore --entry safe
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: verified array-underflow
// expect: brute-force i:-9,-1,0,9,10
// nearmiss: explore --entry almost
// expect: paths 3
// expect: complete true
// expect: finding array-underflow @almost
// expect: brute-force i:-9,-2,-1,0,9,10
// A signed index checked against the upper end only (and a far one below: 3 ways). safe: negative | too large | in range.

#include <stdlib.h>

int wrong(int i) {
  short *block = malloc(10 * sizeof(short));
  if (i < 10 && i > -1000)
    block[i] = 7; /* BUG:wrong */
  free(block);
  return 0;
}

int safe(int i) {
  short *block = malloc(10 * sizeof(short));
  if (i >= 0 && i < 10)
    block[i] = 7;
  free(block);
  return 0;
}

int almost(int i) {
  short *block = malloc(10 * sizeof(short));
  if (i >= -1 && i < 10)
    block[i] = 7; /* BUG:almost */
  free(block);
  return 0;
}
