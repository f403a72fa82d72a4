/* The host's clocks. */
#include <errno.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <time.h>
#include <unistd.h>
#include "wasi.h"

/* wasi-libc's headers know clocks by the addresses of these. */
struct __clockid {
  uint32_t number;
};
const struct __clockid _CLOCK_REALTIME = {0};
const struct __clockid _CLOCK_MONOTONIC = {1};
WEAK const struct __clockid _CLOCK_PROCESS_CPUTIME_ID = {2};
WEAK const struct __clockid _CLOCK_THREAD_CPUTIME_ID = {3};

WEAK int clock_gettime(clockid_t clock, struct timespec *now) {
  uint64_t time;
  int error = wasi_clock_time_get(clock->number, 1, ADDRESS(&time));
  if (error) return answer(error);
  *now = (struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)};
  return 0;
}
WEAK int __clock_gettime(clockid_t clock, struct timespec *now) { return clock_gettime(clock, now); }
WEAK int clock_getres(clockid_t clock, struct timespec *least) {
  uint64_t time;
  int error = wasi_clock_res_get(clock->number, ADDRESS(&time));
  if (error) return answer(error);
  if (least) *least = (struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)};
  return 0;
}
WEAK int timespec_get(struct timespec *now, int base) { return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, now) ? base : 0; }

WEAK time_t time(time_t *to) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return (time_t)-1;
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}
WEAK int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  struct timespec now;
  if (!to || clock_gettime(CLOCK_REALTIME, &now)) return to ? -1 : 0;
  *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
/* As wasi-libc's emulation: the monotonic clock stands for the processor's. */
WEAK clock_t clock(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now)) return (clock_t)-1;
  return (clock_t)(now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC));
}
WEAK clock_t __clock(void) { return clock(); }
WEAK double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000 || wanted->tv_sec < 0) return EINVAL;
  wasi_subscription until = {.tag = 0, .kind = WASI_CLOCK_EVENT};
  until.clock.id = clock->number;
  until.clock.timeout = (uint64_t)wanted->tv_sec * 1000000000 + (uint64_t)wanted->tv_nsec;
  until.clock.flags = flags & TIMER_ABSTIME ? 1 : 0;
  wasi_event event;
  uint32_t count;
  int error = wasi_poll_oneoff(ADDRESS(&until), ADDRESS(&event), 1, ADDRESS(&count));
  if (!error && event.error) error = event.error;
  if (!error && left) *left = (struct timespec){0};
  return error;
}
/* nanosleep, which an alarm cuts short, is in runtime-c/signals.c. */
WEAK int usleep(unsigned microseconds) {
  struct timespec wanted = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  return nanosleep(&wanted, 0);
}
