// Who checks is verified all the same.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held malloc
// expect: verified null-dereference
// expect: verified division-by-zero
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  if (!block)
    return 1;
  block[0] = 10;
  int number = 10 / block[0];
  free(block);
  return number;
}
