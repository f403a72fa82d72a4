// verify: --entry handle
#include <stdlib.h>
int handle(int kind, int size) {
  char *p = malloc(16);
  if (!p) return -1;
  int bad = 0;
  if (kind == 3) {
    free(p);
    bad = 1;
  }
  if (size > 16 || !bad) free(p); // real
  return bad;
}
