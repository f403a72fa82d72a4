// nearmiss: explore --stdin 0..12
// expect: complete true
// expect: finding string-overflow @line
// expect: unseen natively string-overflow @line: AddressSanitizer does not watch fgets
// A line of the standard input into a buffer of eight bytes.

#include <stdio.h>

int main(void) {
  char text[8];
  if (!fgets(text, 10, stdin)) /* BUG:line */
    return 1;
  return text[0] == '-';
}
