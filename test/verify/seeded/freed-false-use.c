// verify: --entry run
#include <stdlib.h>
int run(int a) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = a;
  int gone = a * a % 4 == 2;
  if (gone) free(p);
  int r = p[0]; // false
  if (!gone) free(p);
  return r;
}
