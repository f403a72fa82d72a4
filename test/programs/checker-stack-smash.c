// nearmiss: explore --entry wrong
// expect: complete true
// expect: finding stack-smash @set
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// expect: verified stack-smash
// nearmiss: explore --entry almost
// expect: complete true
// expect: finding array-overflow @almost
// nearmiss: explore --entry read_far
// expect: complete true
// expect: finding array-overflow @read
// nearmiss: explore --entry copied --len s=90 --max-runs 100
// expect: finding string-overflow @copied
// A write through an index that can leave the function's frame; one that only leaves the array; one that only reads.

#include <string.h>

static int put(unsigned short i) {
  char line[8] = {0};
  if (i < 400)
    line[i] = 1; /* BUG:set */
  return line[0];
}

int wrong(unsigned short i) {
  char caller[16] = {0};
  int result = put(i);
  return result + caller[result];
}

int safe(unsigned short i) {
  char line[8] = {0};
  if (i < 8)
    line[i] = 1;
  return line[0];
}

int almost(unsigned short i) {
  char line[8] = {0};
  if (i < 9)
    line[i] = 1; /* BUG:almost */
  return line[0];
}

int read_far(unsigned short i) {
  char line[8] = {0};
  if (i < 400)
    return line[i]; /* BUG:read */
  return 0;
}

static int name_it(char *s) {
  char name[8];
  strcpy(name, s); /* BUG:copied */
  return name[0];
}

int copied(char *s) {
  char caller[16] = {0};
  return name_it(s) + caller[s[0] == 'x'];
}
