// A block made smaller or larger by a symbolic amount keeps what it held, for every size it can get.
// nearmiss: explore --entry shrink
// expect: complete true
// expect: no findings
// expect: verified assertion
// expect: brute-force a:0..255
// nearmiss: explore --entry shrink_input
// expect: complete true
// expect: finding assertion @seven
// expect: brute-force a:0..255 b:5..9
// nearmiss: explore --entry cleared
// expect: complete true
// expect: no findings
// expect: brute-force a:0..255
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int shrink(unsigned char a) {
  unsigned char *p = malloc(8);
  memset(p, 1, 8);
  p = realloc(p, (a & 7) + 1);
  int last = p[a & 7];
  free(p);
  assert(last == 1);
  return last;
}

int shrink_input(unsigned char a, unsigned char b) {
  unsigned char *p = malloc(8);
  memset(p, b, 8);
  p = realloc(p, (a & 7) + 1);
  int last = p[a & 7];
  free(p);
  assert(last != 7); // BUG:seven
  return last;
}

int cleared(unsigned char a) {
  // The quarantine is used up, so that the block has been another's.
  for (int i = 0; i < 3000; i++) {
    char *used = malloc(100);
    memset(used, 'x', 100);
    free(used);
  }
  char *p = calloc((a & 63) + 37, 1);
  int last = p[(a & 63) + 36];
  free(p);
  assert(last == 0);
  return last;
}
