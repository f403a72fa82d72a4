// nearmiss: explore --stdin 1
// expect: paths 2
// expect: complete true
// What main returns is an exit code: that C's start-up code compares it with 0 makes no path.
#include <unistd.h>

int main(void) {
  unsigned char c;
  read(0, &c, 1);
  if (c == 7)
    return 0;
  return c;
}
