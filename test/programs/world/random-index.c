// An index one too far.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world random
// nearmiss: explore --world random
// expect: finding array-overflow @bug
#include <stdlib.h>

int main(void) {
  int table[1000] = {0};
  return table[rand() % 1001]; /* BUG:bug */
}
