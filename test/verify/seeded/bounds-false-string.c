// verify: --entry copy --len s=8
#include <string.h>
int copy(const char *s) {
  char name[6];
  if (strlen(s) >= sizeof name) return 0;
  strcpy(name, s); // false
  return name[0];
}
