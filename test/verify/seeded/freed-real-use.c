// verify: --entry run
#include <stdlib.h>
int run(int a, int b) {
  int *p = malloc(8);
  if (!p) return 0;
  p[0] = a;
  if (a > 100) free(p);
  int r = b == 7 ? p[0] : 0; // real
  if (a <= 100) free(p);
  return r;
}
