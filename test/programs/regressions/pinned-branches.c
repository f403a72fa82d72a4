// nearmiss: explore --entry far
// expect: paths 2
// expect: tests 5
// expect: complete true
// expect: no findings
// expect: input at=65
// nearmiss: explore --entry moved
// expect: paths 1
// expect: tests 3
// expect: complete true
// expect: finding abort @moved
// nearmiss: explore --entry walked
// expect: paths 2
// expect: tests 4
// expect: complete true
// expect: finding abort @walked
// An index into a large table and the arguments of memmove are made numbers, and so is what was read or moved with
// them. The branches those numbers decide had no test of their own. far: odd, 65 | 3 or 67 | another, even, 66 |
// another: 5. moved: a | f | neither: 3. walked: 5 | 9 | another constant | the input's own byte: 4.

#include <stdlib.h>
#include <string.h>

static short table[4096];

int far(unsigned char at) {
  int found = 0;
  table[at * 16] = 7;
  if (at & 1)
    found = 1;
  if (table[65 * 16] == 7)
    found += 2;
  if (table[66 * 16] == 7)
    found += 4;
  switch (table[3 * 16] + table[67 * 16]) {
  case 7:
    found += 8;
    break;
  default:
    break;
  }
  return found;
}

int moved(unsigned char how) {
  char text[12] = "abcdefghijk";
  memmove(text + (how & 3), text + (how >> 2 & 3), 4);
  if (text[2] == 'a')
    return 1;
  if (text[2] == 'f')
    abort(); /* BUG:moved */
  return 0;
}

int walked(unsigned char first) {
  unsigned char cells[8] = {first, 3, 1, 4, 1, 5, 9, 2};
  int at = cells[0] & 7;
  int next = cells[at];
  if (next == 5)
    abort(); /* BUG:walked */
  if (next == 9)
    return 1;
  return next == 4;
}
