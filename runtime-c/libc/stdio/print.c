/* The printf family: one core, told where its text goes. */
#include "format.h"
#include "stream.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void to_text(struct sink *sink, const char *text, size_t length) {
  size_t at = (size_t)sink->count;
  if (at + 1 >= sink->room) return;
  size_t room = sink->room - 1 - at;
  memcpy((char *)sink->target + at, text, length < room ? length : room);
}

static void to_stream(struct sink *sink, const char *text, size_t length) {
  if (__nm_stream_write(sink->target, text, length) != length) sink->count = -1;
}

static void to_file(struct sink *sink, const char *text, size_t length) {
  int file = *(int *)sink->target;
  while (length > 0) {
    ssize_t done = write(file, text, length);
    if (done <= 0) {
      sink->count = -1;
      return;
    }
    text += done;
    length -= (size_t)done;
  }
}

/* Of a length that is not known before. */
struct growing {
  char *text;
  size_t length, room;
};

static void to_growing(struct sink *sink, const char *text, size_t length) {
  struct growing *into = sink->target;
  if (into->length + length + 1 > into->room) {
    size_t room = 2 * into->room > into->length + length + 1 ? 2 * into->room : into->length + length + 1;
    char *larger = realloc(into->text, room);
    if (!larger) {
      sink->count = -1;
      return;
    }
    into->text = larger;
    into->room = room;
  }
  memcpy(into->text + into->length, text, length);
  into->length += length;
}

WEAK int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list list) {
  struct sink sink = {to_text, 0, to, room};
  int count = __nm_format(&sink, format, list);
  if (room > 0) to[count < 0 ? 0 : (size_t)count < room ? (size_t)count : room - 1] = 0;
  return count;
}

WEAK int vsprintf(char *restrict to, const char *restrict format, va_list list) {
  return vsnprintf(to, (size_t)INT_MAX + 1, format, list);
}

/* What keeps nothing gets all of it at once. */
static int print_at_once(FILE *stream, const char *format, va_list list) {
  unsigned char block[1024];
  stream->write_start = stream->write_next = block;
  stream->write_end = block + sizeof block;
  stream->flags &= ~UNBUFFERED;
  struct sink sink = {to_stream, 0, stream, 0};
  int count = __nm_format(&sink, format, list);
  if (__nm_stream_flush(stream)) count = -1;
  stream->flags |= UNBUFFERED;
  stream->write_start = stream->write_next = stream->write_end = 0;
  return count;
}

WEAK int vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
  if (__nm_to_write(stream)) return -1;
  if (stream->flags & UNBUFFERED) return print_at_once(stream, format, list);
  struct sink sink = {to_stream, 0, stream, 0};
  return __nm_format(&sink, format, list);
}

WEAK int vdprintf(int file, const char *restrict format, va_list list) {
  struct growing text = {0};
  struct sink sink = {to_growing, 0, &text, 0};
  int count = __nm_format(&sink, format, list);
  struct sink out = {to_file, 0, &file, 0};
  if (count > 0) __nm_sink(&out, text.text, text.length);
  free(text.text);
  return out.count < 0 ? -1 : count;
}

WEAK int vasprintf(char **to, const char *format, va_list list) {
  struct growing text = {malloc(100), 0, 100};
  struct sink sink = {to_growing, 0, &text, 0};
  int count = text.text ? __nm_format(&sink, format, list) : -1;
  if (count < 0) {
    free(text.text);
    return -1;
  }
  text.text[count] = 0;
  char *fitting = realloc(text.text, (size_t)count + 1);
  *to = fitting ? fitting : text.text;
  return count;
}

WEAK int vprintf(const char *restrict format, va_list list) { return vfprintf(stdout, format, list); }

#define PRINTER(parameters, last, call)         \
  WEAK int parameters {                         \
    va_list list;                               \
    va_start(list, last);                       \
    int count = call;                           \
    va_end(list);                               \
    return count;                               \
  }

PRINTER(printf(const char *restrict format, ...), format, vfprintf(stdout, format, list))
PRINTER(fprintf(FILE *restrict stream, const char *restrict format, ...), format, vfprintf(stream, format, list))
PRINTER(sprintf(char *restrict to, const char *restrict format, ...), format, vsprintf(to, format, list))
PRINTER(snprintf(char *restrict to, size_t room, const char *restrict format, ...), format,
        vsnprintf(to, room, format, list))
PRINTER(dprintf(int file, const char *restrict format, ...), format, vdprintf(file, format, list))
PRINTER(asprintf(char **to, const char *format, ...), format, vasprintf(to, format, list))

WEAK void perror(const char *text) {
  const char *message = strerror(errno);
  fprintf(stderr, "%s%s%s\n", text && *text ? text : "", text && *text ? ": " : "", message);
}
