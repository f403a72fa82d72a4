// A pipe whose both ends are the program's own.
// nearmiss: explore --stdin 1
// expect: finding abort @bug
// expect: complete true
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char in, out = 0, more;
  if (pipe(ends) < 0 || read(0, &in, 1) != 1)
    return 1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  if (read(ends[0], &out, 1) != -1 || errno != EAGAIN)
    return 2;
  if (write(ends[1], &in, 1) != 1)
    return 3;
  struct pollfd wanted = {.fd = ends[0], .events = POLLIN};
  if (poll(&wanted, 1, 0) != 1 || read(ends[0], &out, 1) != 1 || lseek(ends[0], 0, SEEK_CUR) != -1)
    return 4;
  close(ends[1]);
  if (read(ends[0], &more, 1) != 0)
    return 5;
  if (out == 'x')
    abort(); /* BUG:bug */
  return 0;
}
