// verify: --stdin 4
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int size;
  if (read(0, &size, 4) != 4) return 1;
  if (size < 0 || size > 4096) return 1;
  char *p = malloc(size); // false
  if (p) free(p);
  return 0;
}
