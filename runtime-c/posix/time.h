/* What wasi-libc leaves out of its own header. There is one time zone, UTC: runtime-c/clocks.c. */
#ifndef NEARMISS_TIME_H
#define NEARMISS_TIME_H
#include_next <time.h>
#include <features.h>

#if defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) || defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || \
    defined(_BSD_SOURCE)
#ifdef __cplusplus
extern "C" {
#endif
void tzset(void);
extern char *tzname[2];
#if defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
extern int daylight;
extern long timezone;
#endif
int clock_settime(clockid_t, const struct timespec *);
#ifdef __cplusplus
}
#endif
#endif

#endif
