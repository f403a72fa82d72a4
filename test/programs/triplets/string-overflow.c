// nearmiss: explore --entry wrong --len s=6
// expect: finding string-overflow @wrong
// nearmiss: explore --entry safe --len s=6
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --len s=6
// expect: finding string-overflow @almost

#include <string.h>

char name[4];

void wrong(const char *s) {
  strcpy(name, s); /* BUG:wrong */
}

void safe(const char *s) {
  if (strlen(s) < 4)
    strcpy(name, s);
}

void almost(const char *s) {
  if (strlen(s) < 5)
    strcpy(name, s); /* BUG:almost */
}
