/* Strings of wide characters, one at a time. */
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
#include "host.h"

WEAK size_t wcslen(const wchar_t *s) {
  size_t length = 0;
  while (s[length]) length++;
  return length;
}
WEAK size_t wcsnlen(const wchar_t *s, size_t limit) {
  size_t length = 0;
  while (length < limit && s[length]) length++;
  return length;
}
static int order(wchar_t a, wchar_t b) { return a < b ? -1 : a > b; }
WEAK int wcscmp(const wchar_t *a, const wchar_t *b) {
  for (; *a == *b; a++, b++)
    if (!*a) return 0;
  return order(*a, *b);
}
WEAK int wcsncmp(const wchar_t *a, const wchar_t *b, size_t limit) {
  for (; limit > 0; limit--, a++, b++) {
    if (*a != *b) return order(*a, *b);
    if (!*a) return 0;
  }
  return 0;
}
WEAK int wmemcmp(const wchar_t *a, const wchar_t *b, size_t size) {
  for (; size > 0; size--, a++, b++)
    if (*a != *b) return order(*a, *b);
  return 0;
}
WEAK int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
WEAK int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  for (;; a++, b++) {
    wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
    if (x != y) return order((wchar_t)x, (wchar_t)y);
    if (!x) return 0;
  }
}
WEAK int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t limit) {
  for (; limit > 0; limit--, a++, b++) {
    wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
    if (x != y) return order((wchar_t)x, (wchar_t)y);
    if (!x) return 0;
  }
  return 0;
}
WEAK wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = from[i];
  return to;
}
WEAK wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
  return wmemcpy(to, from, size) + size;
}
WEAK wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t size) {
  if (to < from)
    for (size_t i = 0; i < size; i++) to[i] = from[i];
  else
    while (size-- > 0) to[size] = from[size];
  return to;
}
WEAK wchar_t *wmemset(wchar_t *to, wchar_t with, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = with;
  return to;
}
WEAK wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t size) {
  for (; size > 0; size--, s++)
    if (*s == c) return (wchar_t *)s;
  return 0;
}
WEAK wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  while ((*to = *from)) to++, from++;
  return to;
}
WEAK wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to, from);
  return to;
}
WEAK wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  for (; limit > 0 && *from; limit--) *to++ = *from++;
  for (size_t i = 0; i < limit; i++) to[i] = 0;
  return to;
}
WEAK wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  wcpncpy(to, from, limit);
  return to;
}
WEAK wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}
WEAK wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  wchar_t *end = to + wcslen(to);
  for (; limit > 0 && *from; limit--) *end++ = *from++;
  *end = 0;
  return to;
}
WEAK wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (!*s) return 0;
  }
}
WEAK wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (!*s) return (wchar_t *)last;
  }
}
WEAK size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
  size_t i = 0;
  while (s[i] && wcschr(accept, s[i])) i++;
  return i;
}
WEAK size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
  size_t i = 0;
  while (s[i] && !wcschr(reject, s[i])) i++;
  return i;
}
WEAK wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
  s += wcscspn(s, accept);
  return *s ? (wchar_t *)s : 0;
}
WEAK wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted) {
  for (;; s++) {
    size_t i = 0;
    while (wanted[i] && s[i] == wanted[i]) i++;
    if (!wanted[i]) return (wchar_t *)s;
    if (!s[i]) return 0;
  }
}
WEAK wchar_t *wcswcs(const wchar_t *s, const wchar_t *wanted) { return wcsstr(s, wanted); }
WEAK wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += wcsspn(s, delimiters);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  wchar_t *end = s + wcscspn(s, delimiters);
  if (*end) *end++ = 0;
  else end = 0;
  *rest = end;
  return s;
}
WEAK wchar_t *wcsdup(const wchar_t *s) {
  size_t size = wcslen(s) + 1;
  wchar_t *copy = malloc(size * sizeof *copy);
  return copy ? wmemcpy(copy, s, size) : 0;
}
WEAK size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
  size_t length = wcslen(from);
  if (length < room) wmemcpy(to, from, length + 1);
  return length;
}
