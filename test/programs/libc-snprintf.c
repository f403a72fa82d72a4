// nearmiss: explore --entry decimal
// expect: complete true
// expect: finding abort @decimal
// nearmiss: explore --entry hexadecimal
// expect: complete true
// expect: finding abort @hexadecimal
// nearmiss: explore --entry string --len name=3
// expect: complete true
// expect: finding abort @string
// nearmiss: explore --entry character
// expect: paths 2
// expect: complete true
// expect: no findings
// Symbolic numbers and strings through libc's formatter; the text is then looked at.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int decimal(unsigned char x) {
  char text[16];
  snprintf(text, sizeof text, "<%d>", x);
  if (strcmp(text, "<207>") == 0)
    abort(); /* BUG:decimal */
  return 0;
}

int hexadecimal(unsigned short x) {
  char text[16];
  snprintf(text, sizeof text, "%04x", x);
  if (text[0] == 'c' && text[1] == '0' && text[2] == 'd' && text[3] == 'e')
    abort(); /* BUG:hexadecimal */
  return 0;
}

int string(const char *name) {
  char text[16];
  int length = snprintf(text, sizeof text, "hello %s!", name);
  if (length == 9 && text[6] == 'C' && text[7] == '9')
    abort(); /* BUG:string */
  return 0;
}

int character(unsigned char x) {
  char text[8];
  snprintf(text, sizeof text, "[%c]", x);
  if (text[1] == 'q')
    return 1;
  return 0;
}
