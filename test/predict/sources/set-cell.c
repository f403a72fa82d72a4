/* set() may write behind its array; main's tests never take it there. */
#include <stdio.h>

unsigned cells[10];

void set(unsigned i, unsigned x) {
  if (x == 100 && i <= 10) cells[i] = x;
}

int main(void) {
  unsigned i, x;
  if (fread(&i, sizeof i, 1, stdin) != 1) return 1;
  if (fread(&x, sizeof x, 1, stdin) != 1) return 1;
  if ((int)x > 0) set(i, x);
  return 0;
}
