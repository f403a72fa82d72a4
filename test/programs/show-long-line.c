// nearmiss: explore --stdin 0..1000 --max-runs 120
// expect: finding string-overflow @line
// expect: unseen natively string-overflow @line: AddressSanitizer does not watch gets
// A line of the standard input into a buffer that is too small: a few runs, not hundreds. gets has read ahead, as glibc's
// does, so that nothing is left for read.

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char line[128], block[300];
  if (!gets(line)) /* BUG:line */
    return 1;
  if (strcmp(line, "more") != 0)
    return 0;
  return read(0, block, 1000) > 0;
}
