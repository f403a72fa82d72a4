/* Twice something is never twice something plus one, until one is subtracted. */
#include <assert.h>
#include <stdio.h>

static int twice(short z) { return 2 * z; }

int main(void) {
  short x, y;
  if (fread(&x, sizeof x, 1, stdin) != 1) return 1;
  if (fread(&y, sizeof y, 1, stdin) != 1) return 1;
  int u = twice(x);
  int v = twice(y) + 1;
  if (u > v) u = u - 1;
  assert(u != v);
  return 0;
}
