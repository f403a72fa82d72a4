/* strtol and its kin. */
#include "integer-text.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "host.h"

/* char as what it is compared with: no value below zero is a digit. */
DEFINE_INTEGER_OF(long_of, char, unsigned long)
DEFINE_INTEGER_OF(long_long_of, char, unsigned long long)

WEAK long strtol(const char *restrict text, char **restrict end, int base) {
  return (long)long_of(text, end, base, LONG_MAX, 1);
}
WEAK unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  return long_of(text, end, base, ULONG_MAX, 0);
}
WEAK long long strtoll(const char *restrict text, char **restrict end, int base) {
  return (long long)long_long_of(text, end, base, LLONG_MAX, 1);
}
WEAK unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return long_long_of(text, end, base, ULLONG_MAX, 0);
}
WEAK intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
WEAK uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
WEAK long long strtoq(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
WEAK unsigned long long strtouq(const char *restrict text, char **restrict end, int base) {
  return strtoull(text, end, base);
}

WEAK int atoi(const char *text) { return (int)strtol(text, 0, 10); }
WEAK long atol(const char *text) { return strtol(text, 0, 10); }
WEAK long long atoll(const char *text) { return strtoll(text, 0, 10); }

WEAK int abs(int number) { return number < 0 ? -number : number; }
WEAK long labs(long number) { return number < 0 ? -number : number; }
WEAK long long llabs(long long number) { return number < 0 ? -number : number; }
WEAK intmax_t imaxabs(intmax_t number) { return number < 0 ? -number : number; }
WEAK div_t div(int number, int by) { return (div_t){number / by, number % by}; }
WEAK ldiv_t ldiv(long number, long by) { return (ldiv_t){number / by, number % by}; }
WEAK lldiv_t lldiv(long long number, long long by) { return (lldiv_t){number / by, number % by}; }
WEAK imaxdiv_t imaxdiv(intmax_t number, intmax_t by) { return (imaxdiv_t){number / by, number % by}; }
