// A remainder that is an index.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world time
// nearmiss: explore --world time
// expect: finding array-overflow @bug
#include <time.h>

int main(void) {
  int table[59] = {0};
  return table[time(0) % 60]; /* BUG:bug */
}
