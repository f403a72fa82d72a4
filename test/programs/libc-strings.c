// nearmiss: explore --entry lengths --len s=4
// expect: paths >= 5
// expect: complete true
// expect: no findings
// nearmiss: explore --entry search --len s=4
// expect: complete true
// expect: finding abort @search
// nearmiss: explore --entry substring --len s=5
// expect: complete true
// expect: finding abort @substring
// nearmiss: explore --entry copied --len s=3
// expect: complete true
// expect: finding abort @copied
// nearmiss: explore --entry spans --len s=4
// expect: complete true
// expect: finding abort @spans
// strlen, strchr, strrchr, memchr, strstr, strcpy, strcat, strspn, strcspn over symbolic bytes, through libc.

#include <stdlib.h>
#include <string.h>

int lengths(const char *s) {
  switch (strlen(s)) {
  case 0: return 0;
  case 1: return 10;
  case 2: return 20;
  case 3: return 30;
  default: return 40;
  }
}

int search(const char *s) {
  const char *first = strchr(s, '='), *last = strrchr(s, '=');
  if (first && last - first == 2 && memchr(s, '#', 4) == first + 1)
    abort(); /* BUG:search */
  return 0;
}

int substring(const char *s) {
  if (strstr(s, "ABA") == s + 2)
    abort(); /* BUG:substring */
  return 0;
}

int copied(const char *s) {
  char both[8];
  strcpy(both, s);
  strcat(both, "+");
  if (strcmp(both, "yes+") == 0)
    abort(); /* BUG:copied */
  return 0;
}

int spans(const char *s) {
  if (strspn(s, "01") == 3 && strcspn(s, "1") == 2)
    abort(); /* BUG:spans */
  return 0;
}
