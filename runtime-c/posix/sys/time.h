/* What wasi-libc leaves out of its own header; runtime-c/clocks.c has it. */
#ifndef NEARMISS_SYS_TIME_H
#define NEARMISS_SYS_TIME_H
#include_next <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifndef ITIMER_REAL
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval {
  struct timeval it_interval;
  struct timeval it_value;
};
#endif
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *__restrict, struct itimerval *__restrict);
int settimeofday(const struct timeval *, const struct timezone *);
int futimes(int, const struct timeval[2]);
int lutimes(const char *, const struct timeval[2]);
#ifdef __cplusplus
}
#endif
#endif
