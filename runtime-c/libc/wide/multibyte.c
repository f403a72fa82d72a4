/* Characters of several bytes: UTF-8 where a program asked for it with setlocale, else ASCII, as glibc's C locale. */
#include "locale.h"
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "host.h"

/* Linked where setlocale is: wide/locale.c. */
WEAK int __nm_is_utf8;

WEAK size_t __ctype_get_mb_cur_max(void) { return __nm_is_utf8 ? 6 : 1; }

static size_t wrong(void) {
  errno = EILSEQ;
  return (size_t)-1;
}

/* A state is what was read of a character so far: how many bytes it has, how many are there, their bits. */
struct partial {
  unsigned bits;
  unsigned char size, count;
};
_Static_assert(sizeof(struct partial) <= sizeof(mbstate_t), "fits");

static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};

WEAK size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t size, mbstate_t *restrict given) {
  static mbstate_t own;
  struct partial *state = (struct partial *)(given ? given : &own);
  if (!text) {
    to = 0;
    text = "";
    size = 1;
  }
  if (size == 0) return (size_t)-2;
  size_t used = 0;
  if (state->size == 0) {
    unsigned char first = (unsigned char)text[used++];
    if (first < 0x80) {
      if (to) *to = first;
      return first != 0;
    }
    if (!__nm_is_utf8 || first < 0xc2 || first > 0xf4) return wrong();
    state->size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    state->bits = first & (0x7fu >> state->size);
    state->count = 1;
  }
  while (state->count < state->size) {
    if (used == size) return (size_t)-2;
    unsigned char next = (unsigned char)text[used];
    unsigned bits = state->bits << 6 | (next & 0x3f);
    /* What can't become a character any more is wrong as soon as that is known. */
    int left = state->size - state->count - 1;
    unsigned lowest = bits << (6 * left), highest = lowest | ((1u << (6 * left)) - 1);
    if ((next & 0xc0) != 0x80 || highest < least[state->size] || lowest > 0x10ffff || (lowest >= 0xd800 && highest <= 0xdfff)) {
      memset(state, 0, sizeof *state);
      return wrong();
    }
    state->bits = bits;
    state->count++;
    used++;
  }
  wchar_t character = (wchar_t)state->bits;
  memset(state, 0, sizeof *state);
  if (to) *to = character;
  return used;
}
WEAK size_t mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state) {
  static mbstate_t own;
  return mbrtowc(0, text, size, state ? state : &own);
}
WEAK int mbsinit(const mbstate_t *state) { return !state || ((const struct partial *)state)->size == 0; }

WEAK size_t wcrtomb(char *restrict to, wchar_t character, mbstate_t *restrict state) {
  unsigned c = (unsigned)character;
  if (!to) return 1;
  if (c < 0x80) {
    *to = (char)c;
    return 1;
  }
  if (!__nm_is_utf8 || c > 0x10ffff || c - 0xd800 < 0x800) return wrong();
  size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = size; i-- > 1; c >>= 6) to[i] = (char)(0x80 | (c & 0x3f));
  to[0] = (char)((0xf00u >> size & 0xff) | c);
  return size;
}

WEAK int mbtowc(wchar_t *restrict to, const char *restrict text, size_t size) {
  mbstate_t state = {0};
  if (!text) return 0;
  size_t used = mbrtowc(to, text, size, &state);
  return used >= (size_t)-2 ? (wrong(), -1) : (int)used;
}
WEAK int mblen(const char *text, size_t size) { return mbtowc(0, text, size); }
WEAK int wctomb(char *to, wchar_t character) {
  mbstate_t state = {0};
  return to ? (int)wcrtomb(to, character, &state) : 0;
}
WEAK wint_t btowc(int c) { return (unsigned)c < 0x80 ? (wint_t)c : WEOF; }
WEAK int wctob(wint_t c) { return c < 0x80 ? (int)c : EOF; }

/* Of at most `size` bytes; a NUL ends a character that is not whole, so that no more is read than there is. */
WEAK size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t size, size_t room,
                       mbstate_t *restrict given) {
  static mbstate_t own;
  mbstate_t copy = given ? *given : own;
  const char *text = *from, *end = size > (size_t)-1 - (size_t)text ? (const char *)-1 : text + size;
  size_t count = 0;
  for (; (!to || count < room) && text < end; count++) {
    wchar_t character;
    size_t left = (size_t)(end - text), used = mbrtowc(&character, text, left < 4 ? left : 4, &copy);
    if (used == (size_t)-2) {
      text = end;
      break;
    }
    if (used == (size_t)-1) {
      if (to) *from = text;
      return used;
    }
    if (to) to[count] = character;
    if (used == 0) {
      text = 0;
      break;
    }
    text += used;
  }
  if (to) {
    *from = text;
    if (given) *given = copy;
    else own = copy;
  }
  return count;
}
WEAK size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t room, mbstate_t *restrict state) {
  return mbsnrtowcs(to, from, (size_t)-1, room, state);
}
WEAK size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t room) {
  mbstate_t state = {0};
  return mbsrtowcs(to, &from, room, &state);
}

WEAK size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t size, size_t room,
                       mbstate_t *restrict state) {
  const wchar_t *text = *from;
  char bytes[8];
  size_t count = 0;
  for (; size > 0; size--, text++) {
    size_t used = wcrtomb(bytes, *text, state);
    if (used == (size_t)-1) {
      if (to) *from = text;
      return used;
    }
    if (to && used > room - count) break;
    if (to) memcpy(to + count, bytes, used);
    if (!*text) {
      text = 0;
      break;
    }
    count += used;
  }
  if (to) *from = text;
  return count;
}
WEAK size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t room, mbstate_t *restrict state) {
  return wcsnrtombs(to, from, (size_t)-1, room, state);
}
WEAK size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t room) {
  mbstate_t state = {0};
  return wcsrtombs(to, &from, room, &state);
}
