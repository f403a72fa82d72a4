// verify: --entry load
#include <stdlib.h>
int load(int kind) {
  char *p = malloc(8); // leaked
  if (!p) return -1;
  p[0] = kind;
  if (kind * kind % 4 == 3) return 1; // false
  free(p);
  return 0;
}
