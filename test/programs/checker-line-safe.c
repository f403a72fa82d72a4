// nearmiss: explore --stdin 0..12
// expect: complete true
// expect: no findings
// expect: verified string-overflow
// A line of the standard input into a buffer of eight bytes.

#include <stdio.h>

int main(void) {
  char text[8];
  if (!fgets(text, 8, stdin))
    return 1;
  return text[0] == '-';
}
