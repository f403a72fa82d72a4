// nearmiss: explore --entry classes
// expect: paths >= 5
// expect: complete true
// expect: no findings
// nearmiss: explore --entry folded --len s=3
// expect: complete true
// expect: finding abort @folded
// Character classes and case folding through libc's functions.

#include <ctype.h>
#include <stdlib.h>

int classes(unsigned char c) {
  if (isdigit(c))
    return 1;
  if (isalpha(c))
    return 2;
  if (isspace(c))
    return 3;
  if (ispunct(c))
    return 4;
  return 5;
}

int folded(const char *s) {
  char name[3];
  for (int i = 0; i < 3; i++)
    name[i] = toupper((unsigned char)s[i]);
  if (name[0] == 'A' && name[1] == '-' && name[2] == 'Z')
    abort(); /* BUG:folded */
  return 0;
}
