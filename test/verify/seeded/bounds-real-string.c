// verify: --entry copy --len s=8
#include <string.h>
int copy(const char *s) {
  char name[6];
  strcpy(name, s); // real
  return name[0];
}
