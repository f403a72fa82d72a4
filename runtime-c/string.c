/*
 * String functions a byte at a time. libc's read a word at a time, past the end of the string: with
 * symbolic bytes that is expensive, and next to a redzone it looks like a bug of the program. Each
 * decision about a byte is one branch, and no byte is read that the C standard does not let be read.
 */
#include <ctype.h>
#include <locale.h>
#include <stddef.h>

typedef unsigned char byte;

void *malloc(size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);

/* A program that brings its own keeps it. */
#pragma clang attribute push(__attribute__((weak)), apply_to = function)


#define ALIAS(name) __attribute__((weak, alias(#name)))

size_t strlen(const char *s) {
  size_t length = 0;
  while (s[length]) length++;
  return length;
}

size_t strnlen(const char *s, size_t limit) {
  size_t length = 0;
  while (length < limit && s[length]) length++;
  return length;
}

int strcmp(const char *a, const char *b) {
  while (*a == *b) {
    if (!*a) return 0;
    a++, b++;
  }
  return *(const byte *)a - *(const byte *)b;
}

int strncmp(const char *a, const char *b, size_t limit) {
  for (; limit; limit--, a++, b++) {
    if (*a != *b) return *(const byte *)a - *(const byte *)b;
    if (!*a) return 0;
  }
  return 0;
}

int memcmp(const void *first, const void *second, size_t size) {
  const byte *a = first, *b = second;
  for (; size; size--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
int bcmp(const void *, const void *, size_t) ALIAS(memcmp);

char *stpcpy(char *restrict to, const char *restrict from) {
  while ((*to = *from)) to++, from++;
  return to;
}
char *__stpcpy(char *restrict, const char *restrict) ALIAS(stpcpy);

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t limit) {
  for (; limit; limit--, to++, from++)
    if (!(*to = *from)) break;
  for (size_t i = 0; i < limit; i++) to[i] = 0;
  return to;
}
char *__stpncpy(char *restrict, const char *restrict, size_t) ALIAS(stpncpy);

char *strncpy(char *restrict to, const char *restrict from, size_t limit) {
  stpncpy(to, from, limit);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  for (; limit && *from; limit--) *end++ = *from++;
  *end = 0;
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t i = 0;
  if (size) {
    for (; i + 1 < size && from[i]; i++) to[i] = from[i];
    to[i] = 0;
  }
  return i + strlen(from + i);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strnlen(to, size);
  if (length == size) return size + strlen(from);
  return length + strlcpy(to + length, from, size - length);
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}
char *__strchrnul(const char *, int) ALIAS(strchrnul);

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
}

void *memchr(const void *block, int c, size_t size) {
  for (const byte *s = block; size; size--, s++)
    if (*s == (byte)c) return (void *)s;
  return 0;
}

void *memrchr(const void *block, int c, size_t size) {
  const byte *s = block;
  while (size--)
    if (s[size] == (byte)c) return (void *)(s + size);
  return 0;
}
void *__memrchr(const void *, int, size_t) ALIAS(memrchr);

void *rawmemchr(const void *block, int c) {
  const byte *s = block;
  while (*s != (byte)c) s++;
  return (void *)s;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t size) {
  byte *t = to;
  for (const byte *f = from; size; size--, t++, f++)
    if ((*t = *f) == (byte)c) return t + 1;
  return 0;
}

void *memmem(const void *block, size_t size, const void *wanted, size_t length) {
  const byte *s = block;
  for (; size >= length; size--, s++)
    if (memcmp(s, wanted, length) == 0) return (void *)s;
  return 0;
}

char *strstr(const char *s, const char *wanted) {
  for (;; s++) {
    size_t i = 0;
    for (; wanted[i] && s[i] == wanted[i]; i++) continue;
    if (!wanted[i]) return (char *)s;
    if (!s[i]) return 0;
  }
}

char *strnstr(const char *s, const char *wanted, size_t limit) {
  size_t length = strlen(wanted);
  for (; limit >= length; limit--, s++) {
    if (strncmp(s, wanted, length) == 0) return (char *)s;
    if (!*s) return 0;
  }
  return 0;
}

#pragma clang attribute pop
static int contains(const char *set, char c) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

#pragma clang attribute push(__attribute__((weak)), apply_to = function)

size_t strspn(const char *s, const char *accept) {
  size_t i = 0;
  while (s[i] && contains(accept, s[i])) i++;
  return i;
}

size_t strcspn(const char *s, const char *reject) {
  size_t i = 0;
  while (s[i] && !contains(reject, s[i])) i++;
  return i;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *)s : 0;
}

char *strsep(char **rest, const char *delimiters) {
  char *start = *rest;
  if (!start) return 0;
  char *end = start + strcspn(start, delimiters);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return start;
}

/* As glibc has it: before the first string there is nothing to go on from, and behind the last its end. */
char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, delimiters);
  if (!*s) {
    *rest = s;
    return 0;
  }
  *rest = s + strcspn(s, delimiters);
  if (**rest) *(*rest)++ = 0;
  return s;
}
char *__strtok_r(char *restrict, const char *restrict, char **restrict) ALIAS(strtok_r);

char *strtok(char *restrict s, const char *restrict delimiters) {
  static char *rest;
  return strtok_r(s, delimiters, &rest);
}

char *strdup(const char *s) {
  size_t size = strlen(s) + 1;
  char *copy = malloc(size);
  return copy ? memcpy(copy, s, size) : 0;
}
char *__strdup(const char *) ALIAS(strdup);

char *strndup(const char *s, size_t limit) {
  size_t length = strnlen(s, limit);
  char *copy = malloc(length + 1);
  if (!copy) return 0;
  memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}
char *__strndup(const char *, size_t) ALIAS(strndup);

int strcasecmp(const char *a, const char *b) {
  for (;; a++, b++) {
    int x = tolower((byte)*a), y = tolower((byte)*b);
    if (x != y) return x - y;
    if (!x) return 0;
  }
}

int strncasecmp(const char *a, const char *b, size_t limit) {
  for (; limit; limit--, a++, b++) {
    int x = tolower((byte)*a), y = tolower((byte)*b);
    if (x != y) return x - y;
    if (!x) return 0;
  }
  return 0;
}

char *strcasestr(const char *s, const char *wanted) {
  size_t length = strlen(wanted);
  for (;; s++) {
    if (strncasecmp(s, wanted, length) == 0) return (char *)s;
    if (!*s) return 0;
  }
}

int __strcasecmp_l(const char *a, const char *b, locale_t locale) { return strcasecmp(a, b); }
int __strncasecmp_l(const char *a, const char *b, size_t limit, locale_t locale) { return strncasecmp(a, b, limit); }
int strcasecmp_l(const char *, const char *, locale_t) ALIAS(__strcasecmp_l);
int strncasecmp_l(const char *, const char *, size_t, locale_t) ALIAS(__strncasecmp_l);

#pragma clang attribute pop
