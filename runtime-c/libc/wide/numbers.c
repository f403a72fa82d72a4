/* Numbers in wide text. What a number is made of is ASCII, so floats are read from a copy of that. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <wchar.h>
#include "../stdlib/integer-text.h"
#include "host.h"

DEFINE_INTEGER_OF(wide_long_of, wchar_t, unsigned long)
DEFINE_INTEGER_OF(wide_long_long_of, wchar_t, unsigned long long)

WEAK long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return (long)wide_long_of(text, end, base, LONG_MAX, 1);
}
WEAK unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return wide_long_of(text, end, base, ULONG_MAX, 0);
}
WEAK long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return (long long)wide_long_long_of(text, end, base, LLONG_MAX, 1);
}
WEAK unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return wide_long_long_of(text, end, base, ULLONG_MAX, 0);
}
WEAK intmax_t wcstoimax(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return wcstoll(text, end, base);
}
WEAK uintmax_t wcstoumax(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return wcstoull(text, end, base);
}

#define WIDE_FLOAT(name, type, convert)                                            \
  WEAK type name(const wchar_t *restrict text, wchar_t **restrict end) {           \
    size_t length = 0;                                                             \
    while (text[length] > 0 && text[length] < 128) length++;                       \
    char *copy = malloc(length + 1), *behind;                                      \
    if (!copy) return 0;                                                           \
    for (size_t i = 0; i < length; i++) copy[i] = (char)text[i];                   \
    copy[length] = 0;                                                              \
    type value = convert(copy, &behind);                                           \
    if (end) *end = (wchar_t *)text + (behind - copy);                             \
    free(copy);                                                                    \
    return value;                                                                  \
  }
WIDE_FLOAT(wcstod, double, strtod)
WIDE_FLOAT(wcstof, float, strtof)
WIDE_FLOAT(wcstold, long double, strtold)
