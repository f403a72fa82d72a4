/* Nothing a program has open is a terminal. */
#include <termios.h>
#include <unistd.h>
#include <errno.h>
#include "wasi.h"

static int not_a_terminal(int file) {
  wasi_fdstat status;
  return wasi_fd_fdstat_get(file, ADDRESS(&status)) ? EBADF : ENOTTY;
}

WEAK int tcgetattr(int file, struct termios *state) { return answer(not_a_terminal(file)); }
WEAK int tcsetattr(int file, int when, const struct termios *state) { return answer(not_a_terminal(file)); }
WEAK int tcdrain(int file) { return answer(not_a_terminal(file)); }
WEAK int tcflush(int file, int queue) { return answer(not_a_terminal(file)); }
WEAK int tcflow(int file, int action) { return answer(not_a_terminal(file)); }
WEAK int tcsendbreak(int file, int duration) { return answer(not_a_terminal(file)); }
WEAK pid_t tcgetpgrp(int file) { return answer(not_a_terminal(file)); }
WEAK int tcsetpgrp(int file, pid_t group) { return answer(not_a_terminal(file)); }

WEAK speed_t cfgetispeed(const struct termios *state) { return state->c_ispeed; }
WEAK speed_t cfgetospeed(const struct termios *state) { return state->c_ospeed; }
WEAK int cfsetispeed(struct termios *state, speed_t speed) {
  state->c_ispeed = speed;
  return 0;
}
WEAK int cfsetospeed(struct termios *state, speed_t speed) {
  state->c_ospeed = speed;
  return 0;
}
WEAK void cfmakeraw(struct termios *state) {
  state->c_iflag &= ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  state->c_oflag &= ~OPOST;
  state->c_lflag &= ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  state->c_cflag = (state->c_cflag & ~(CSIZE | PARENB)) | CS8;
  state->c_cc[VMIN] = 1;
  state->c_cc[VTIME] = 0;
}

WEAK int ttyname_r(int file, char *name, size_t size) { return not_a_terminal(file); }
WEAK char *ttyname(int file) {
  errno = not_a_terminal(file);
  return 0;
}
WEAK char *ctermid(char *name) {
  static char own[] = "/dev/tty";
  if (!name) return own;
  for (int i = 0; i < (int)sizeof own; i++) name[i] = own[i];
  return name;
}
