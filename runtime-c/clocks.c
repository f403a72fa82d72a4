/* One time zone, UTC, and a clock that only the host sets. */
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/time.h>
#include <time.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "host.h"

WEAK char *tzname[2] = {"UTC", "UTC"};
WEAK long timezone;
WEAK int daylight;
WEAK void tzset(void) {}

WEAK int settimeofday(const struct timeval *now, const struct timezone *zone) { return answer(EPERM); }
WEAK int clock_settime(clockid_t clock, const struct timespec *now) { return answer(EPERM); }

static int convert(const struct timeval from[2], struct timespec to[2]) {
  for (int i = 0; i < 2; i++) {
    if (from[i].tv_usec < 0 || from[i].tv_usec >= 1000000) return answer(EINVAL);
    to[i].tv_sec = from[i].tv_sec;
    to[i].tv_nsec = from[i].tv_usec * 1000;
  }
  return 0;
}
WEAK int futimes(int file, const struct timeval times[2]) {
  struct timespec exact[2];
  if (!times) return futimens(file, 0);
  return convert(times, exact) ? -1 : futimens(file, exact);
}
WEAK int lutimes(const char *path, const struct timeval times[2]) {
  struct timespec exact[2];
  if (!times) return utimensat(AT_FDCWD, path, 0, AT_SYMLINK_NOFOLLOW);
  return convert(times, exact) ? -1 : utimensat(AT_FDCWD, path, exact, AT_SYMLINK_NOFOLLOW);
}

/* What the machine would say of itself and of what the program used so far: nobody explores it yet, so no proof rests on it. */
WEAK clock_t times(struct tms *used) {
  UNMODELLED("times");
  *used = (struct tms){0};
  return 0;
}

WEAK int getrusage(int who, struct rusage *used) {
  UNMODELLED("getrusage");
  *used = (struct rusage){0};
  return 0;
}

WEAK int uname(struct utsname *name) {
  UNMODELLED("uname");
  *name = (struct utsname){.sysname = "Linux", .nodename = "localhost", .release = "6.1", .version = "1", .machine = "i686"};
  return 0;
}
