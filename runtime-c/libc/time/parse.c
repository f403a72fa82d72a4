/* strptime in the C locale. */
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include "host.h"

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static int is_space(char c) { return c == ' ' || (unsigned char)(c - '\t') < 5; }

static const char *number(const char *text, int least, int most, int digits, int *value) {
  int count = 0, result = 0;
  while (is_space(*text)) text++;
  for (; count < digits && (unsigned char)(*text - '0') < 10; count++) result = result * 10 + (*text++ - '0');
  if (count == 0 || result < least || result > most) return 0;
  *value = result;
  return text;
}
static const char *name(const char *text, const char *const names[], int count, int *value) {
  for (int i = 0; i < count; i++) {
    size_t length = strlen(names[i]);
    if (strncasecmp(text, names[i], length) != 0) length = 3;
    if (strncasecmp(text, names[i], length) != 0) continue;
    *value = i;
    return text + length;
  }
  return 0;
}

struct more {
  int century, year_of_century, is_afternoon, hour12, has_day;
};

static const char *parse(const char *text, const char *pattern, struct tm *to, struct more *more) {
  int value;
  for (; *pattern && text; pattern++) {
    if (is_space(*pattern)) {
      while (is_space(*text)) text++;
      continue;
    }
    if (*pattern != '%') {
      if (*text++ != *pattern) return 0;
      continue;
    }
    pattern++;
    while (*pattern == '-' || *pattern == '_' || *pattern == '0' || *pattern == '^' || *pattern == '#') pattern++;
    if (*pattern == 'E' || *pattern == 'O') pattern++;
    switch (*pattern) {
      case 'a':
      case 'A':
        text = name(text, days, 7, &to->tm_wday);
        more->has_day = 1;
        break;
      case 'b':
      case 'B':
      case 'h':
        text = name(text, months, 12, &to->tm_mon);
        break;
      case 'c':
        text = parse(text, "%a %b %e %H:%M:%S %Y", to, more);
        break;
      case 'C':
        text = number(text, 0, 99, 2, &more->century);
        break;
      case 'd':
      case 'e':
        text = number(text, 1, 31, 2, &to->tm_mday);
        break;
      case 'D':
      case 'x':
        text = parse(text, "%m/%d/%y", to, more);
        break;
      case 'F':
        text = parse(text, "%Y-%m-%d", to, more);
        break;
      case 'H':
      case 'k':
        text = number(text, 0, 23, 2, &to->tm_hour);
        more->hour12 = -1;
        break;
      case 'I':
      case 'l':
        text = number(text, 1, 12, 2, &value);
        if (text) more->hour12 = to->tm_hour = value % 12;
        break;
      case 'j':
        text = number(text, 1, 366, 3, &value);
        if (text) to->tm_yday = value - 1;
        break;
      case 'm':
        text = number(text, 1, 12, 2, &value);
        if (text) to->tm_mon = value - 1;
        break;
      case 'M':
        text = number(text, 0, 59, 2, &to->tm_min);
        break;
      case 'n':
      case 't':
        while (is_space(*text)) text++;
        break;
      case 'p':
        if (strncasecmp(text, "AM", 2) == 0) more->is_afternoon = 0;
        else if (strncasecmp(text, "PM", 2) == 0) more->is_afternoon = 1;
        else return 0;
        text += 2;
        break;
      case 'r':
        text = parse(text, "%I:%M:%S %p", to, more);
        break;
      case 'R':
        text = parse(text, "%H:%M", to, more);
        break;
      case 's': {
        time_t seconds = 0;
        if ((unsigned char)(*text - '0') >= 10) return 0;
        while ((unsigned char)(*text - '0') < 10) seconds = seconds * 10 + (*text++ - '0');
        localtime_r(&seconds, to);
        break;
      }
      case 'S':
        text = number(text, 0, 61, 2, &to->tm_sec);
        break;
      case 'T':
      case 'X':
        text = parse(text, "%H:%M:%S", to, more);
        break;
      case 'u':
        text = number(text, 1, 7, 1, &value);
        if (text) to->tm_wday = value % 7;
        more->has_day = 1;
        break;
      case 'w':
        text = number(text, 0, 6, 1, &to->tm_wday);
        more->has_day = 1;
        break;
      case 'U':
      case 'W':
        text = number(text, 0, 53, 2, &value);
        break;
      case 'y':
        text = number(text, 0, 99, 2, &value);
        if (text) more->year_of_century = value;
        break;
      case 'Y':
        text = number(text, 0, 9999, 4, &value);
        if (text) to->tm_year = value - 1900;
        break;
      case 'z': {
        while (is_space(*text)) text++;
        int sign = *text == '-' ? -1 : 1;
        if (*text == 'Z') {
          text++;
          to->__tm_gmtoff = 0;
          break;
        }
        if (*text != '+' && *text != '-') return 0;
        const char *digits = text + 1;
        int hours, minutes = 0;
        if (!(digits = number(digits, 0, 14, 2, &hours))) return 0;
        if (*digits == ':') digits++;
        if ((unsigned char)(*digits - '0') < 10) digits = number(digits, 0, 59, 2, &minutes);
        to->__tm_gmtoff = sign * (hours * 3600 + minutes * 60);
        text = digits;
        break;
      }
      case 'Z':
        while ((unsigned char)((*text | 32) - 'a') < 26) text++;
        break;
      case '%':
        if (*text++ != '%') return 0;
        break;
      default:
        return 0;
    }
  }
  return text;
}

WEAK char *strptime(const char *restrict text, const char *restrict pattern, struct tm *restrict to) {
  struct more more = {-1, -1, -1, -1, 0};
  int day = to->tm_mday, month = to->tm_mon, year = to->tm_year;
  const char *end = parse(text, pattern, to, &more);
  if (!end) return 0;
  if (more.is_afternoon >= 0 && more.hour12 >= 0) to->tm_hour = more.hour12 + 12 * more.is_afternoon;
  if (more.year_of_century >= 0) {
    int two = more.year_of_century;
    to->tm_year = more.century >= 0 ? more.century * 100 + two - 1900 : two < 69 ? two + 100 : two;
  } else if (more.century >= 0) {
    to->tm_year = more.century * 100 - 1900;
  }
  /* As glibc: the days of week and year follow from the date, where one was read. */
  if ((day != to->tm_mday || month != to->tm_mon || year != to->tm_year) && to->tm_mday > 0 && to->tm_mon >= 0) {
    struct tm copy = {.tm_mday = to->tm_mday, .tm_mon = to->tm_mon, .tm_year = to->tm_year, .tm_hour = 12};
    timegm(&copy);
    if (!more.has_day) to->tm_wday = copy.tm_wday;
    to->tm_yday = copy.tm_yday;
  }
  return (char *)end;
}
