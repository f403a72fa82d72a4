/* Characters, lines and blocks of a stream. */
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

WEAK int fgetc(FILE *stream) { return __nm_get(stream); }
WEAK int getc(FILE *stream) { return __nm_get(stream); }
WEAK int getc_unlocked(FILE *stream) { return __nm_get(stream); }
WEAK int fgetc_unlocked(FILE *stream) { return __nm_get(stream); }
WEAK int getchar(void) { return __nm_get(stdin); }
WEAK int getchar_unlocked(void) { return __nm_get(stdin); }
WEAK int fputc(int character, FILE *stream) { return __nm_put(stream, character); }
WEAK int putc(int character, FILE *stream) { return __nm_put(stream, character); }
WEAK int putc_unlocked(int character, FILE *stream) { return __nm_put(stream, character); }
WEAK int fputc_unlocked(int character, FILE *stream) { return __nm_put(stream, character); }
WEAK int putchar(int character) { return __nm_put(stdout, character); }
WEAK int putchar_unlocked(int character) { return __nm_put(stdout, character); }

WEAK int ungetc(int character, FILE *stream) {
  if (character == EOF || !(stream->flags & CAN_READ) || stream->pushed == PUSH_ROOM) return EOF;
  __nm_unget(stream, character);
  return (unsigned char)character;
}

WEAK char *fgets(char *restrict line, int size, FILE *restrict stream) {
  if (size <= 0) return 0;
  char *end = line;
  unsigned failed_before = stream->flags & FAILED;
  stream->flags &= ~FAILED;
  for (; size > 1; size--) {
    int c = __nm_get(stream);
    if (c == EOF) break;
    *end++ = (char)c;
    if (c == '\n') break;
  }
  int fails = stream->flags & FAILED;
  stream->flags |= failed_before;
  if (size > 1 && (end == line || fails)) return 0;
  *end = 0;
  return line;
}
WEAK char *fgets_unlocked(char *line, int size, FILE *stream) { return fgets(line, size, stream); }

WEAK int fputs(const char *restrict text, FILE *restrict stream) {
  size_t length = strlen(text);
  return __nm_stream_write(stream, text, length) == length ? 1 : EOF;
}
WEAK int fputs_unlocked(const char *text, FILE *stream) { return fputs(text, stream); }
WEAK int puts(const char *text) {
  size_t length = strlen(text);
  if (__nm_stream_write(stdout, text, length) != length || __nm_put(stdout, '\n') == EOF) return EOF;
  return (int)length + 1;
}

WEAK size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  size_t bytes = size * count;
  if (bytes == 0) return 0;
  size_t done = __nm_stream_read(stream, data, bytes);
  return done == bytes ? count : done / size;
}
WEAK size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
  size_t bytes = size * count;
  if (bytes == 0) return 0;
  size_t done = __nm_stream_write(stream, data, bytes);
  return done == bytes ? count : done / size;
}
WEAK size_t fread_unlocked(void *data, size_t size, size_t count, FILE *stream) {
  return fread(data, size, count, stream);
}
WEAK size_t fwrite_unlocked(const void *data, size_t size, size_t count, FILE *stream) {
  return fwrite(data, size, count, stream);
}

WEAK ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
  if (!line || !room) return answer(EINVAL);
  if (!*line || *room == 0) {
    char *larger = realloc(*line, 120);
    if (!larger) return -1;
    *line = larger;
    *room = 120;
  }
  size_t length = 0;
  for (;;) {
    int c = __nm_get(stream);
    if (c == EOF) break;
    if (length + 2 > *room) {
      char *larger = realloc(*line, 2 * *room);
      if (!larger) return -1;
      *line = larger;
      *room *= 2;
    }
    (*line)[length++] = (char)c;
    if (c == delimiter) break;
  }
  if (length == 0 || stream->flags & FAILED) return -1;
  (*line)[length] = 0;
  return (ssize_t)length;
}
WEAK ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
  return getdelim(line, room, delimiter, stream);
}
WEAK ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
  return getdelim(line, room, '\n', stream);
}

WEAK int feof(FILE *stream) { return (stream->flags & ENDED) != 0; }
WEAK int ferror(FILE *stream) { return (stream->flags & FAILED) != 0; }
WEAK void clearerr(FILE *stream) { stream->flags &= ~(ENDED | FAILED); }
WEAK int feof_unlocked(FILE *stream) { return feof(stream); }
WEAK int ferror_unlocked(FILE *stream) { return ferror(stream); }
WEAK void clearerr_unlocked(FILE *stream) { clearerr(stream); }
WEAK int fileno(FILE *stream) { return stream->file < 0 ? answer(EBADF) : stream->file; }
WEAK int fileno_unlocked(FILE *stream) { return fileno(stream); }

WEAK int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
WEAK int putw(int word, FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF; }

WEAK int fgetpos(FILE *restrict stream, fpos_t *restrict position) {
  off_t at = ftello(stream);
  if (at < 0) return -1;
  memcpy(position, &at, sizeof at);
  return 0;
}
WEAK int fsetpos(FILE *stream, const fpos_t *position) {
  off_t at;
  memcpy(&at, position, sizeof at);
  return fseeko(stream, at, SEEK_SET);
}
