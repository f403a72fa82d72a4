// nearmiss: explore --entry counted
// expect: complete true
// expect: finding unterminated-string @counted
// nearmiss: explore --entry counted_safe
// expect: complete true
// expect: no findings
// expect: verified unterminated-string
// nearmiss: explore --entry cut --len s=6
// expect: complete true
// expect: finding unterminated-string @cut
// nearmiss: explore --entry cut_safe --len s=6
// expect: complete true
// expect: no findings
// Buffers without a NUL given to functions that look for one.

#include <string.h>

int counted(int four) {
  char copy[4];
  memcpy(copy, &four, 4);
  return strlen(copy) == 3; /* BUG:counted */
}

int counted_safe(int four) {
  char copy[5];
  memcpy(copy, &four, 4);
  copy[4] = 0;
  return strlen(copy) == 3;
}

int cut(char *s) {
  char copy[4];
  strncpy(copy, s, sizeof copy);
  return strchr(copy, 'x') != NULL; /* BUG:cut */
}

int cut_safe(char *s) {
  char copy[4];
  strncpy(copy, s, sizeof copy - 1);
  copy[3] = 0;
  return strchr(copy, 'x') != NULL;
}
