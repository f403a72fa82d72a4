/* What wasi-libc leaves out of its own header; runtime-c/descriptors.c has fcntl and open. */
#ifndef NEARMISS_FCNTL_H
#define NEARMISS_FCNTL_H
#include_next <fcntl.h>

#define F_DUPFD 0
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_SETOWN 8
#define F_GETOWN 9
#define F_DUPFD_CLOEXEC 1030
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

#ifndef O_NDELAY
#define O_NDELAY O_NONBLOCK
#endif
#ifndef O_ASYNC
#define O_ASYNC 0
#endif
#ifndef O_LARGEFILE
#define O_LARGEFILE 0
#endif
#ifndef O_NOATIME
#define O_NOATIME 0
#endif
#ifndef O_PATH
#define O_PATH O_SEARCH
#endif

#ifndef S_IRUSR
#include <__mode_t.h>
#endif

#endif
