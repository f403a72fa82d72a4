// nearmiss: explore --entry length
// expect: complete true
// expect: finding nonnull-argument @length
// nearmiss: explore --entry length_safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry compared --nullable --len s=2
// expect: complete true
// expect: finding nonnull-argument @compared
// nearmiss: explore --entry copied --nullable --len s=2
// expect: complete true
// expect: finding nonnull-argument @copied
// nearmiss: explore --entry nothing --nullable --len s=2
// expect: complete true
// expect: no findings
// nearmiss: explore --entry length --checkers null-dereference
// expect: complete true
// expect: finding null-dereference @length
// NULL given to functions of the C library that need a string or a block.

#include <stdlib.h>
#include <string.h>

int length(int n) {
  return strlen(n == 7 ? NULL : "x"); /* BUG:length */
}

int length_safe(int n) {
  return strlen(n == 7 ? "" : "x");
}

int compared(char *s) {
  return strcmp(s, "a"); /* BUG:compared */
}

int copied(char *s) {
  char block[2];
  memcpy(block, s, 2); /* BUG:copied */
  return block[0];
}

int nothing(char *s) {
  char block[2] = "a";
  memcpy(block, s, 0);
  return block[0];
}
