// The device that gives numbers.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --file dev/urandom=64
// nearmiss: explore --file dev/urandom=64
// expect: finding abort @bug
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char key[4] = {0};
  int device = open("/dev/urandom", O_RDONLY);
  if (device >= 0 && read(device, key, sizeof key) == sizeof key && key[0] == 9 && key[3] == 8)
    abort(); /* BUG:bug */
  return 0;
}
