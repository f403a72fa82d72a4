/* strftime in the C locale. */
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "host.h"

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December"};

struct text {
  char *to;
  size_t room, length;
};

static void put(struct text *text, char c) {
  if (text->length < text->room) text->to[text->length] = c;
  text->length++;
}
static void put_name(struct text *text, const char *name, size_t most, int upper) {
  for (; *name && most > 0; name++, most--) put(text, upper && (unsigned char)(*name - 'a') < 26 ? (char)(*name & ~32) : *name);
}
/* `pad`: 0 for nothing. */
static void put_number(struct text *text, long long number, int width, char pad) {
  char digits[24];
  int count = 0, is_negative = number < 0;
  unsigned long long left = is_negative ? -(unsigned long long)number : (unsigned long long)number;
  do digits[count++] = (char)('0' + left % 10);
  while (left /= 10);
  if (is_negative && pad != ' ') put(text, '-');
  for (int i = count + is_negative; pad && i < width; i++) put(text, pad);
  if (is_negative && pad == ' ') put(text, '-');
  while (count > 0) put(text, digits[--count]);
}

/* ISO 8601: weeks begin on Monday, and the first has the year's first Thursday. */
static int iso_week(const struct tm *time, long long *year) {
  int from_monday = (time->tm_wday + 6) % 7, week = (time->tm_yday + 10 - from_monday) / 7;
  *year = time->tm_year + 1900LL;
  long long before = *year - 1;
#define LEAP(y) ((y) % 4 == 0 && ((y) % 100 != 0 || (y) % 400 == 0))
  if (week == 0) {
    int yday = time->tm_yday + (LEAP(before) ? 366 : 365);
    week = (yday + 10 - from_monday) / 7;
    --*year;
  } else if (week == 53) {
    int length = LEAP(*year) ? 366 : 365;
    if (time->tm_yday - from_monday + 3 >= length) {
      week = 1;
      ++*year;
    }
  }
  return week;
}

static void format(struct text *text, const char *pattern, const struct tm *time);

static const char *name_in(const char *const names[], int number, int count) {
  return number >= 0 && number < count ? names[number] : "?";
}

static void one(struct text *text, char letter, const struct tm *time, char flag, int width, int upper) {
#define NUMBER(value, digits, by_default)                                                          \
  put_number(text, value, width > 0 ? width : digits, flag == '-' ? 0 : flag == '_' ? ' ' : flag == '0' ? '0' : by_default)
  long long year = time->tm_year + 1900LL, of_week;
  int hour = time->tm_hour % 12 ? time->tm_hour % 12 : 12, week;
  switch (letter) {
    case 'a':
      put_name(text, name_in(day_names, time->tm_wday, 7), 3, upper);
      break;
    case 'A':
      put_name(text, name_in(day_names, time->tm_wday, 7), 20, upper);
      break;
    case 'b':
    case 'h':
      put_name(text, name_in(month_names, time->tm_mon, 12), 3, upper);
      break;
    case 'B':
      put_name(text, name_in(month_names, time->tm_mon, 12), 20, upper);
      break;
    case 'c':
      format(text, "%a %b %e %H:%M:%S %Y", time);
      break;
    case 'C':
      NUMBER(year / 100 - (year % 100 < 0), 2, '0');
      break;
    case 'd':
      NUMBER(time->tm_mday, 2, '0');
      break;
    case 'D':
    case 'x':
      format(text, "%m/%d/%y", time);
      break;
    case 'e':
      NUMBER(time->tm_mday, 2, ' ');
      break;
    case 'F':
      format(text, "%Y-%m-%d", time);
      break;
    case 'g':
      iso_week(time, &of_week);
      NUMBER((of_week % 100 + 100) % 100, 2, '0');
      break;
    case 'G':
      iso_week(time, &of_week);
      NUMBER(of_week, 1, '0');
      break;
    case 'H':
      NUMBER(time->tm_hour, 2, '0');
      break;
    case 'I':
      NUMBER(hour, 2, '0');
      break;
    case 'j':
      NUMBER(time->tm_yday + 1, 3, '0');
      break;
    case 'k':
      NUMBER(time->tm_hour, 2, ' ');
      break;
    case 'l':
      NUMBER(hour, 2, ' ');
      break;
    case 'm':
      NUMBER(time->tm_mon + 1, 2, '0');
      break;
    case 'M':
      NUMBER(time->tm_min, 2, '0');
      break;
    case 'n':
      put(text, '\n');
      break;
    case 'p':
      put_name(text, time->tm_hour > 11 ? "PM" : "AM", 2, 0);
      break;
    case 'P':
      put_name(text, time->tm_hour > 11 ? "pm" : "am", 2, upper);
      break;
    case 'r':
      format(text, "%I:%M:%S %p", time);
      break;
    case 'R':
      format(text, "%H:%M", time);
      break;
    case 's': {
      struct tm copy = *time;
      put_number(text, mktime(&copy), 1, '0');
      break;
    }
    case 'S':
      NUMBER(time->tm_sec, 2, '0');
      break;
    case 't':
      put(text, '\t');
      break;
    case 'T':
    case 'X':
      format(text, "%H:%M:%S", time);
      break;
    case 'u':
      NUMBER(time->tm_wday ? time->tm_wday : 7, 1, '0');
      break;
    case 'U':
      NUMBER((time->tm_yday - time->tm_wday + 7) / 7, 2, '0');
      break;
    case 'V':
      week = iso_week(time, &of_week);
      NUMBER(week, 2, '0');
      break;
    case 'w':
      NUMBER(time->tm_wday, 1, '0');
      break;
    case 'W':
      NUMBER((time->tm_yday - (time->tm_wday + 6) % 7 + 7) / 7, 2, '0');
      break;
    case 'y':
      NUMBER((year % 100 + 100) % 100, 2, '0');
      break;
    case 'Y':
      NUMBER(year, 1, '0');
      break;
    case 'z': {
      long minutes = time->__tm_gmtoff / 60;
      put(text, minutes < 0 ? '-' : '+');
      if (minutes < 0) minutes = -minutes;
      put_number(text, minutes / 60 * 100 + minutes % 60, 4, '0');
      break;
    }
    case 'Z':
      put_name(text, time->__tm_zone ? time->__tm_zone : "", 20, upper);
      break;
    case '+':
      format(text, "%a %b %e %H:%M:%S %Z %Y", time);
      break;
    case '%':
      put(text, '%');
      break;
    default:
      put(text, '%');
      put(text, letter);
  }
}

static void format(struct text *text, const char *pattern, const struct tm *time) {
  for (; *pattern; pattern++) {
    if (*pattern != '%') {
      put(text, *pattern);
      continue;
    }
    const char *start = pattern;
    char flag = 0;
    int width = 0, upper = 0;
    for (pattern++; *pattern == '-' || *pattern == '_' || *pattern == '0' || *pattern == '^' || *pattern == '#'; pattern++) {
      if (*pattern == '^' || *pattern == '#') upper = 1;
      else flag = *pattern;
    }
    for (; (unsigned char)(*pattern - '0') < 10; pattern++) width = width < 10000 ? width * 10 + (*pattern - '0') : width;
    if (*pattern == 'E' || *pattern == 'O') pattern++;
    if (!*pattern) {
      /* Not whole: as it stands. */
      while (start < pattern) put(text, *start++);
      break;
    }
    one(text, *pattern, time, flag, width, upper);
  }
}

WEAK size_t strftime(char *restrict to, size_t room, const char *restrict pattern, const struct tm *restrict time) {
  struct text text = {to, room, 0};
  format(&text, pattern, time);
  if (text.length >= room) return 0;
  to[text.length] = 0;
  return text.length;
}
WEAK size_t strftime_l(char *restrict to, size_t room, const char *restrict pattern, const struct tm *restrict time,
                       locale_t locale) {
  return strftime(to, room, pattern, time);
}
