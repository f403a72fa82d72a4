/* What a program asks of a terminal; there is none. */
#ifndef NEARMISS_SYS_IOCTL_H
#define NEARMISS_SYS_IOCTL_H
#include_next <sys/ioctl.h>

struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define TIOCSTI 0x5412
#define TIOCSCTTY 0x540E
#define TIOCNOTTY 0x5422

#endif
