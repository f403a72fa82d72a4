// A byte of the kernel.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --world random
// nearmiss: explore --world random
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char key[4];
  if (getentropy(key, sizeof key) == 0 && key[0] == 9 && key[3] == 8)
    abort(); /* BUG:bug */
  return 0;
}
