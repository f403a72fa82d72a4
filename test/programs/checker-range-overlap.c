// nearmiss: explore --entry moved
// expect: complete true
// expect: finding range-overlap @moved
// nearmiss: explore --entry moved_safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry moved_almost
// expect: complete true
// expect: finding range-overlap @moved_almost
// expect: input n=11
// nearmiss: explore --entry meant
// expect: complete true
// expect: no findings
// nearmiss: explore --entry placed
// expect: complete true
// expect: finding range-overlap @placed
// nearmiss: explore --entry always
// expect: complete true
// expect: finding range-overlap @always
// nearmiss: explore --entry shifted --len s=5
// expect: complete true
// expect: finding range-overlap @shifted
// nearmiss: explore --entry shifted_safe --len s=5
// expect: complete true
// expect: no findings
// Ranges that share bytes, by their length, by where they begin, by how long a string is.

#include <string.h>

static char area[40];

int moved(unsigned char n) {
  if (n <= 20)
    memcpy(area + 10, area, n); /* BUG:moved */
  return area[0];
}

int moved_safe(unsigned char n) {
  if (n <= 10)
    memcpy(area + 10, area, n);
  return area[0];
}

int moved_almost(unsigned char n) {
  if (n <= 11)
    memcpy(area + 10, area, n); /* BUG:moved_almost */
  return area[0];
}

int meant(unsigned char n) {
  if (n <= 20)
    memmove(area + 10, area, n);
  return area[0];
}

int placed(unsigned char i) {
  if (i <= 10)
    memcpy(area + i, area + 10, 10); /* BUG:placed */
  return area[0];
}

int always(int n) {
  memcpy(area, area + 1, 2); /* BUG:always */
  return n;
}

int shifted(char *s) {
  strcpy(s, s + 2); /* BUG:shifted */
  return s[0];
}

int shifted_safe(char *s) {
  if (s[2] && s[3])
    return 0;
  strcpy(s, s + 2);
  return s[0];
}
