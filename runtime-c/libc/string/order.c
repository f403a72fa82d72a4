/* Orders of strings beside strcmp's: the C locale's is the same, and versions have their own. */
#include <locale.h>
#include <string.h>
#include "host.h"

WEAK int strcoll(const char *a, const char *b) { return strcmp(a, b); }
WEAK int strcoll_l(const char *a, const char *b, locale_t locale) { return strcmp(a, b); }

WEAK size_t strxfrm(char *restrict to, const char *restrict from, size_t room) {
  size_t length = strlen(from);
  if (length < room) memcpy(to, from, length + 1);
  return length;
}
WEAK size_t strxfrm_l(char *restrict to, const char *restrict from, size_t room, locale_t locale) {
  return strxfrm(to, from, room);
}

static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }

/*
 * Digits are compared as numbers. A run that begins with 0 is a fraction: more zeros are less, and it is compared digit
 * by digit.
 */
WEAK int strverscmp(const char *a, const char *b) {
  size_t at = 0, run = 0;
  int zeros = 1;
  for (; a[at] == b[at]; at++) {
    if (!a[at]) return 0;
    if (!is_digit(a[at])) {
      run = at + 1;
      zeros = 1;
    } else if (a[at] != '0') {
      zeros = 0;
    }
  }
  int difference = (unsigned char)a[at] - (unsigned char)b[at];
  if (a[run] != '0' && b[run] != '0' && (is_digit(a[run]) || is_digit(b[run])) && (at > run || (is_digit(a[at]) && is_digit(b[at])))) {
    size_t i = at;
    for (; is_digit(a[i]); i++)
      if (!is_digit(b[i])) return 1;
    return is_digit(b[i]) ? -1 : difference;
  }
  if (zeros && run < at && (is_digit(a[at]) || is_digit(b[at])))
    return (unsigned char)(a[at] - '0') - (unsigned char)(b[at] - '0');
  return difference;
}
