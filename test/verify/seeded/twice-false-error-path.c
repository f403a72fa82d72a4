// verify: --entry handle
#include <stdlib.h>
int handle(unsigned kind) {
  char *p = malloc(16);
  if (!p) return -1;
  if (kind * (kind + 1) % 2 == 1) free(p);
  free(p); // false
  return 0;
}
