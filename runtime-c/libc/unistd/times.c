/* Times of files, in the older ways to say them. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>
#include "host.h"

WEAK int utime(const char *path, const struct utimbuf *times) {
  struct timespec both[2];
  if (times) {
    both[0] = (struct timespec){times->actime, 0};
    both[1] = (struct timespec){times->modtime, 0};
  }
  return utimensat(AT_FDCWD, path, times ? both : 0, 0);
}
WEAK int utimes(const char *path, const struct timeval times[2]) {
  struct timespec both[2];
  for (int i = 0; times && i < 2; i++) both[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
  return utimensat(AT_FDCWD, path, times ? both : 0, 0);
}
