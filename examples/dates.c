// The day of the year: the table of days before each month is read at month, so December has no entry.
// npx nearmiss explore examples/dates.c --entry day_of_year

#include <stdbool.h>

static const short days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
static const signed char days_in[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static bool is_leap(unsigned short year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static bool is_valid(unsigned short year, unsigned char month, unsigned char day) {
  if (year < 1583 || month < 1 || month > 12)
    return false;
  int last = days_in[month - 1];
  if (month == 2 && is_leap(year))
    last = 29;
  return day >= 1 && day <= last;
}

int day_of_year(unsigned short year, unsigned char month, unsigned char day) {
  if (!is_valid(year, month, day))
    return -1;
  int days = days_before[month] + day;
  if (month > 2 && is_leap(year))
    days++;
  return days;
}
