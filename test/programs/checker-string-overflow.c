// nearmiss: explore --entry copied --len s=6
// expect: complete true
// expect: finding string-overflow @copied
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry copied_safe --len s=6
// expect: complete true
// expect: no findings
// expect: verified string-overflow
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry copied_almost --len s=6
// expect: complete true
// expect: finding string-overflow @copied_almost
// expect: input s="aaaaaa"
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry limited --len s=4
// expect: complete true
// expect: finding string-overflow @limited
// expect: brute-force s[0..3]:0,'a' n:0..6
// nearmiss: explore --entry limited_safe --len s=4
// expect: complete true
// expect: no findings
// nearmiss: explore --entry appended --len s=6
// expect: complete true
// expect: finding string-overflow @appended
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry appended_safe --len s=6
// expect: complete true
// expect: no findings
// expect: verified string-overflow
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry appended_limited --len s=6
// expect: complete true
// expect: finding string-overflow @appended_limited
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry appended_limited_safe --len s=6
// expect: complete true
// expect: no findings
// expect: brute-force s[0..5]:0,'a'
// nearmiss: explore --entry printed --len s=4
// expect: complete true
// expect: finding string-overflow @printed
// expect: brute-force s[0..3]:0,'a'
// nearmiss: explore --entry printed_safe --len s=4
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:0,'a'
// nearmiss: explore --entry printed_within --len s=4
// expect: complete true
// expect: finding string-overflow @printed_within
// nearmiss: explore --entry sized --len s=4
// expect: complete true
// expect: finding string-overflow @sized
// nearmiss: explore --entry sized_safe --len s=4
// expect: complete true
// expect: no findings
// A string may not fit the buffer it is copied to, appended to, printed into; the safe twins have just enough room.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int copied(char *s) {
  char name[4];
  strcpy(name, s); /* BUG:copied */
  return name[0];
}

int copied_safe(char *s) {
  char name[7];
  strcpy(name, s);
  return name[0];
}

int copied_almost(char *s) {
  char name[6];
  strcpy(name, s); /* BUG:copied_almost */
  return name[0];
}

int limited(char *s, unsigned char n) {
  char name[4];
  if (n <= 5)
    strncpy(name, s, n); /* BUG:limited */
  return 0;
}

int limited_safe(char *s, unsigned char n) {
  char name[4];
  if (n <= 4)
    strncpy(name, s, n);
  return 0;
}

int appended(char *s) {
  char name[8] = "ab";
  strcat(name, s); /* BUG:appended */
  return name[0];
}

int appended_safe(char *s) {
  char name[9] = "ab";
  strcat(name, s);
  return name[0];
}

int appended_limited(char *s) {
  char name[8] = "abcd";
  strncat(name, s, 4); /* BUG:appended_limited */
  return name[0];
}

int appended_limited_safe(char *s) {
  char name[8] = "abcd";
  strncat(name, s, 3);
  return name[0];
}

int printed(char *s) {
  char line[8];
  sprintf(line, "<%s:%d>", s, 7); /* BUG:printed */
  return line[0];
}

int printed_safe(char *s) {
  char line[9];
  sprintf(line, "<%s:%d>", s, 7);
  return line[0];
}

int printed_within(char *s) {
  char line[4];
  snprintf(line, 5, "%s", s); /* BUG:printed_within */
  return line[0];
}

int sized(char *s, unsigned char size) {
  if (size > 8)
    return 0;
  char *copy = malloc(size);
  if (size >= 1)
    strcpy(copy, s); /* BUG:sized */
  free(copy);
  return 1;
}

int sized_safe(char *s, unsigned char size) {
  if (size > 8)
    return 0;
  char *copy = malloc(size);
  if (size >= 5)
    strcpy(copy, s);
  free(copy);
  return 1;
}
