// No socket.
// nearmiss: explore --recv 1
// expect: no findings
// expect: complete true
// expect: held socket
// expect: unverified abort
// nearmiss: explore --recv 1 --faults socket
// expect: finding abort @bug
#include <stdlib.h>
#include <sys/socket.h>

int main(void) {
  if (socket(AF_INET, SOCK_STREAM, 0) < 0)
    abort(); /* BUG:bug */
  return 0;
}
