// nearmiss: explore --entry classes --checkers all
// expect: paths 6
// expect: complete true
// expect: no findings
// The C library may count on numbers wrapping around: that is nothing a program's author can mend.

#include <ctype.h>

int classes(unsigned char c) {
  if (isdigit(c))
    return 1;
  if (isupper(c))
    return 2;
  if (isalpha(c))
    return 3;
  if (isspace(c))
    return 4;
  return isprint(c) ? 5 : 6;
}
