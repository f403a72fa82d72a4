// Digits of a name.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world pid
// nearmiss: explore --world pid
// expect: finding array-overflow @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[6];
  int length = 0;
  for (int id = getpid(); id > 0; id /= 10)
    name[length++] = (char)('0' + id % 10); /* BUG:bug */
  return name[0];
}
