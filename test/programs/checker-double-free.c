// nearmiss: explore --entry wrong
// expect: paths 4
// expect: complete true
// expect: finding double-free @wrong
// expect: brute-force a:0..3 b:0..3
// nearmiss: explore --entry safe
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: verified double-free
// expect: brute-force a:0..3 b:0..3
// nearmiss: explore --entry almost
// expect: paths 3
// expect: complete true
// expect: finding double-free @almost
// expect: brute-force a:0..3 b:0..3
// Freed if a is odd, freed if b is odd; free(NULL) is nothing wrong. almost: the error way frees what the
// caller frees too.

#include <stdlib.h>

int wrong(unsigned char a, unsigned char b) {
  char *block = malloc(16);
  if (a & 1)
    free(block);
  if (b & 1)
    free(block); /* BUG:wrong */
  return 0;
}

int safe(unsigned char a, unsigned char b) {
  char *block = malloc(16);
  if (a & 1) {
    free(block);
    block = NULL;
  }
  if (b & 1)
    free(block);
  return 0;
}

static int read_header(char *block, unsigned char a, unsigned char b) {
  if (a == 0)
    return 0;
  if (b == 3) {
    free(block);
    return -1;
  }
  return 1;
}

int almost(unsigned char a, unsigned char b) {
  char *block = malloc(16);
  int result = read_header(block, a, b);
  free(block); /* BUG:almost */
  return result;
}
