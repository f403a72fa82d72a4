/* Dates: the Gregorian calendar, in the one time zone there is. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>
#include "host.h"

/* Days before the first of each month, counted from March: leap days are then last. */
static int days_before(int month) { return (153 * month + 2) / 5; }

static long long days_of(long long year, int month, long long day) {
  /* From the first of March of the year 0. */
  year -= month < 2;
  long long era = (year >= 0 ? year : year - 399) / 400;
  long long of_era = year - era * 400;
  long long of_year = days_before((month + 10) % 12) + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}
static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int broken_down(long long time, struct tm *to) {
  long long days = time / 86400, rest = time % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  long long shifted = days + 719468;
  long long era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  long long of_era = shifted - era * 146097;
  long long years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long long of_year = of_era - (365 * years + years / 4 - years / 100);
  int from_march = (int)((5 * of_year + 2) / 153);
  int month = from_march < 10 ? from_march + 2 : from_march - 10;
  long long year = years + era * 400 + (month < 2);
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) return answer(EOVERFLOW);
  to->tm_sec = (int)(rest % 60);
  to->tm_min = (int)(rest / 60 % 60);
  to->tm_hour = (int)(rest / 3600);
  to->tm_mday = (int)(of_year - days_before(from_march)) + 1;
  to->tm_mon = month;
  to->tm_year = (int)(year - 1900);
  to->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  to->tm_yday = (int)(days - days_of(year, 0, 1));
  to->tm_isdst = 0;
  to->__tm_gmtoff = 0;
  to->__tm_zone = "GMT";
  return 0;
}

WEAK struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict to) {
  return broken_down(*time, to) ? 0 : to;
}
WEAK struct tm *localtime_r(const time_t *restrict time, struct tm *restrict to) {
  if (broken_down(*time, to)) return 0;
  to->__tm_zone = "UTC";
  return to;
}
static struct tm shared;
WEAK struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }
WEAK struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

WEAK time_t timegm(struct tm *from) {
  long long months = from->tm_mon, years = from->tm_year + 1900LL + months / 12;
  months %= 12;
  if (months < 0) {
    months += 12;
    years--;
  }
  long long days = days_of(years, (int)months, 1) + from->tm_mday - 1;
  long long time = days * 86400 + from->tm_hour * 3600LL + from->tm_min * 60LL + from->tm_sec;
  return broken_down(time, from) ? (time_t)-1 : (time_t)time;
}
WEAK time_t mktime(struct tm *from) {
  time_t time = timegm(from);
  from->__tm_zone = "UTC";
  return time;
}

static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

WEAK char *asctime_r(const struct tm *restrict from, char *restrict to) {
  const char *day = from->tm_wday >= 0 && from->tm_wday < 7 ? days[from->tm_wday] : "???";
  const char *month = from->tm_mon >= 0 && from->tm_mon < 12 ? months[from->tm_mon] : "???";
  int count = snprintf(to, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, from->tm_mday, from->tm_hour, from->tm_min,
                       from->tm_sec, from->tm_year + 1900);
  if (count < 26) return to;
  errno = EOVERFLOW;
  return 0;
}
WEAK char *asctime(const struct tm *from) {
  static char text[26];
  return asctime_r(from, text);
}
WEAK char *ctime_r(const time_t *time, char *to) {
  struct tm broken;
  return localtime_r(time, &broken) ? asctime_r(&broken, to) : 0;
}
WEAK char *ctime(const time_t *time) {
  struct tm *broken = localtime(time);
  return broken ? asctime(broken) : 0;
}
WEAK int dysize(int year) { return is_leap(year) ? 366 : 365; }
