/* Streams of wide characters, and wprintf: its format becomes UTF-8, and what comes out of that wide again. */
#include "../stdio/format.h"
#include "../stdio/stream.h"
#include "locale.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

WEAK int fwide(FILE *stream, int mode) {
  if (mode && !stream->orientation) stream->orientation = mode > 0 ? 1 : -1;
  return stream->orientation;
}

WEAK wint_t fgetwc(FILE *stream) {
  mbstate_t state = {0};
  wchar_t character;
  for (int count = 0;; count++) {
    int c = __nm_get(stream);
    if (c == EOF) {
      if (count > 0) errno = EILSEQ;
      return WEOF;
    }
    char byte = (char)c;
    size_t used = mbrtowc(&character, &byte, 1, &state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) {
      stream->flags |= FAILED;
      return WEOF;
    }
    return (wint_t)character;
  }
}
WEAK wint_t getwc(FILE *stream) { return fgetwc(stream); }
WEAK wint_t getwchar(void) { return fgetwc(stdin); }
WEAK wint_t ungetwc(wint_t character, FILE *stream) {
  char bytes[8];
  mbstate_t state = {0};
  if (character == WEOF) return WEOF;
  size_t size = wcrtomb(bytes, (wchar_t)character, &state);
  if (size == (size_t)-1) return WEOF;
  while (size > 0) __nm_unget(stream, (unsigned char)bytes[--size]);
  return character;
}
WEAK wchar_t *fgetws(wchar_t *restrict line, int size, FILE *restrict stream) {
  wchar_t *end = line;
  if (size <= 0) return 0;
  while (size-- > 1) {
    wint_t c = fgetwc(stream);
    if (c == WEOF) break;
    *end++ = (wchar_t)c;
    if (c == '\n') break;
  }
  if (end == line) return 0;
  *end = 0;
  return line;
}
WEAK wint_t fputwc(wchar_t character, FILE *stream) {
  char bytes[8];
  mbstate_t state = {0};
  size_t size = wcrtomb(bytes, character, &state);
  if (size == (size_t)-1) {
    stream->flags |= FAILED;
    return WEOF;
  }
  return __nm_stream_write(stream, bytes, size) == size ? (wint_t)character : WEOF;
}
WEAK wint_t putwc(wchar_t character, FILE *stream) { return fputwc(character, stream); }
WEAK wint_t putwchar(wchar_t character) { return fputwc(character, stdout); }
WEAK int fputws(const wchar_t *restrict text, FILE *restrict stream) {
  for (; *text; text++)
    if (fputwc(*text, stream) == WEOF) return -1;
  return 1;
}

struct target {
  FILE *stream;
  wchar_t *to;
  size_t room, count;
  mbstate_t state;
  int was_utf8;
};

static void to_wide(struct sink *sink, const char *text, size_t length) {
  struct target *target = sink->target;
  for (; length > 0; length--, text++) {
    wchar_t character;
    size_t used = mbrtowc(&character, text, 1, &target->state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) {
      sink->count = -1;
      return;
    }
    if (target->stream) {
      __nm_is_utf8 = target->was_utf8;
      if (fputwc(character, target->stream) == WEOF) sink->count = -1;
      __nm_is_utf8 = 1;
      if (sink->count < 0) return;
    } else if (target->count + 1 < target->room) {
      target->to[target->count] = character;
    }
    target->count++;
  }
}

static int print(struct target *target, const wchar_t *format, va_list list) {
  target->was_utf8 = __nm_is_utf8;
  __nm_is_utf8 = 1;
  size_t size = wcstombs(0, format, 0);
  char *bytes = size == (size_t)-1 ? 0 : malloc(size + 1);
  int count = -1;
  if (bytes) {
    wcstombs(bytes, format, size + 1);
    struct sink sink = {to_wide, 0, target, 0};
    if (__nm_format(&sink, bytes, list) >= 0) count = (int)target->count;
    free(bytes);
  }
  __nm_is_utf8 = target->was_utf8;
  return count;
}

WEAK int vswprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, va_list list) {
  struct target target = {.to = to, .room = room};
  int count = print(&target, format, list);
  if (room == 0) return -1;
  to[count < 0 ? 0 : (size_t)count < room ? (size_t)count : room - 1] = 0;
  return count < 0 || (size_t)count >= room ? -1 : count;
}
WEAK int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
  struct target target = {.stream = stream};
  return print(&target, format, list);
}
WEAK int vwprintf(const wchar_t *restrict format, va_list list) { return vfwprintf(stdout, format, list); }

#define PRINTER(parameters, last, call)         \
  WEAK int parameters {                         \
    va_list list;                               \
    va_start(list, last);                       \
    int count = call;                           \
    va_end(list);                               \
    return count;                               \
  }
PRINTER(wprintf(const wchar_t *restrict format, ...), format, vfwprintf(stdout, format, list))
PRINTER(fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...), format, vfwprintf(stream, format, list))
PRINTER(swprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, ...), format,
        vswprintf(to, room, format, list))
