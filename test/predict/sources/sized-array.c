/* The bound that is checked (10) is not the one that holds (size). */
#include <stdio.h>
#include <stdlib.h>

#ifndef BOUND
#define BOUND 10
#endif

int main(void) {
  unsigned size = getchar();
  if (size == 0 || size > 10) return 1;
  unsigned *cells = calloc(size, sizeof *cells);
  unsigned index = getchar();
  if (index >= BOUND) return 1;
  unsigned value = cells[index];
  free(cells);
  return (int)value;
}
