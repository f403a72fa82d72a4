/*
 * Streams over descriptors, with glibc's buffering: blocks of 4096 bytes, lines where it is a terminal, nothing for
 * stderr. What is read is another matter: a stream asks the engine for what its reader wants, and the engine reads
 * nothing ahead, so that lengths nobody looks at are not paths of their own (src/host/read-ahead.ts).
 */
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

HOST(fd_read_stream) int __nm_fd_read_stream(int file, uint32_t data, uint32_t size, uint32_t count);
HOST(fd_sync_stream) int __nm_fd_sync_stream(int file);

static unsigned char input[BLOCK_SIZE], output[BLOCK_SIZE];

static struct _IO_FILE standard_input = {
    .flags = CAN_READ | UNDECIDED | IS_STATIC, .file = 0, .buffer = input, .size = BLOCK_SIZE};
/* By this name the engine knows it. */
struct _IO_FILE __nearmiss_output = {
    .flags = CAN_WRITE | UNDECIDED | IS_STATIC, .file = 1, .buffer = output, .size = BLOCK_SIZE};
static struct _IO_FILE standard_error = {.flags = CAN_WRITE | UNBUFFERED | IS_STATIC, .file = 2};

FILE *stdin = &standard_input;
FILE *stdout = &__nearmiss_output;
FILE *stderr = &standard_error;

/* Those that were opened. */
static FILE *first;

void __nm_link_stream(FILE *stream) {
  stream->next = first;
  stream->previous = 0;
  if (first) first->previous = stream;
  first = stream;
}

static void unlink_stream(FILE *stream) {
  if (stream->previous) stream->previous->next = stream->next;
  else if (first == stream) first = stream->next;
  if (stream->next) stream->next->previous = stream->previous;
}

FILE *__nm_open_stream(int file, unsigned flags, size_t more) {
  FILE *stream = malloc(sizeof *stream + BLOCK_SIZE + more);
  if (!stream) return 0;
  memset(stream, 0, sizeof *stream + more);
  stream->flags = flags;
  stream->file = file;
  stream->buffer = (unsigned char *)(stream + 1) + more;
  stream->size = BLOCK_SIZE;
  stream->cookie = stream + 1;
  __nm_link_stream(stream);
  return stream;
}

static void decide(FILE *stream) {
  if (!(stream->flags & UNDECIDED)) return;
  stream->flags &= ~UNDECIDED;
  int before = errno;
  if (stream->file >= 0 && isatty(stream->file)) stream->flags |= BY_LINE;
  errno = before;
}

static int failed(FILE *stream) {
  stream->flags |= FAILED;
  return EOF;
}

/* Gives all of it away, whatever it takes. */
static int give(FILE *stream, const unsigned char *data, size_t size) {
  while (size > 0) {
    ssize_t done = stream->write ? stream->write(stream, data, size) : write(stream->file, data, size);
    if (done <= 0) return failed(stream);
    data += done;
    size -= (size_t)done;
  }
  return 0;
}

int __nm_stream_flush(FILE *stream) {
  unsigned char *start = stream->write_start;
  size_t size = (size_t)(stream->write_next - start);
  stream->write_next = start;
  return start && size > 0 ? give(stream, start, size) : 0;
}

static off_t seek(FILE *stream, off_t to, int from) {
  if (stream->seek) return stream->seek(stream, to, from);
  if (stream->file < 0 || stream->read || stream->write) return answer(ESPIPE);
  if (stream->flags & CAN_READ) __nm_fd_sync_stream(stream->file);
  return lseek(stream->file, to, from);
}

/* Forgets what was read ahead: the descriptor is then where the reader is. */
static int give_back(FILE *stream) {
  off_t unread = stream->read_end - stream->read_next;
  stream->read_next = stream->read_end = 0;
  stream->pushed = 0;
  return unread > 0 && seek(stream, -unread, SEEK_CUR) < 0 ? EOF : 0;
}

int __nm_to_read(FILE *stream) {
  if (stream->write_start) {
    __nm_stream_flush(stream);
    stream->write_start = stream->write_next = stream->write_end = 0;
  }
  if (!(stream->flags & CAN_READ)) {
    errno = EBADF;
    return failed(stream);
  }
  return stream->flags & ENDED ? EOF : 0;
}

int __nm_to_write(FILE *stream) {
  if (!(stream->flags & CAN_WRITE)) {
    errno = EBADF;
    return failed(stream);
  }
  if (stream->write_start) return 0;
  if (stream->flags & CAN_READ) give_back(stream);
  decide(stream);
  stream->write_start = stream->write_next = stream->buffer;
  stream->write_end = stream->buffer + (stream->flags & UNBUFFERED ? 0 : stream->size);
  return 0;
}

/* As read(2): what there is of what is wanted, or of a block where the host lets us read ahead. */
static ssize_t take(FILE *stream, unsigned char *data, size_t size) {
  if (__nearmiss_output.flags & BY_LINE) __nm_stream_flush(&__nearmiss_output);
  if (!stream->read) {
    uint32_t count = 0;
    int error = __nm_fd_read_stream(stream->file, ADDRESS(data), (uint32_t)size, ADDRESS(&count));
    if (error == 0) return count;
    if (error == ENOTSUP) return read(stream->file, data, size);
    if (error != ENOSYS) return answer(error);
  }
  /* Started by hand, where nobody explores; or no descriptor. */
  decide(stream);
  if (stream->flags & UNBUFFERED || size >= stream->size)
    return stream->read ? stream->read(stream, data, size) : read(stream->file, data, size);
  ssize_t count = stream->read ? stream->read(stream, stream->buffer, stream->size)
                               : read(stream->file, stream->buffer, stream->size);
  if (count <= 0) return count;
  size_t taken = size < (size_t)count ? size : (size_t)count;
  memcpy(data, stream->buffer, taken);
  stream->read_next = stream->buffer + taken;
  stream->read_end = stream->buffer + count;
  return (ssize_t)taken;
}

size_t __nm_stream_read(FILE *stream, void *data, size_t size) {
  unsigned char *to = data;
  size_t left = size;
  while (left > 0 && stream->pushed > 0) {
    *to++ = stream->push[--stream->pushed];
    left--;
  }
  size_t kept = (size_t)(stream->read_end - stream->read_next);
  if (kept > left) kept = left;
  if (kept > 0) {
    memcpy(to, stream->read_next, kept);
    stream->read_next += kept;
    to += kept;
    left -= kept;
  }
  while (left > 0) {
    if (__nm_to_read(stream)) break;
    ssize_t count = take(stream, to, left);
    if (count <= 0) {
      stream->flags |= count == 0 ? ENDED : FAILED;
      break;
    }
    to += count;
    left -= (size_t)count;
  }
  return size - left;
}

int __nm_get(FILE *stream) {
  if (stream->pushed > 0) return stream->push[--stream->pushed];
  if (stream->read_next != stream->read_end) return *stream->read_next++;
  unsigned char character;
  return __nm_stream_read(stream, &character, 1) == 1 ? character : EOF;
}

void __nm_unget(FILE *stream, int character) {
  if (character == EOF || stream->pushed == PUSH_ROOM) return;
  stream->push[stream->pushed++] = (unsigned char)character;
  stream->flags &= ~ENDED;
}

/* Lines up to the last one are given away, of a stream that keeps lines; whole blocks are not copied. */
size_t __nm_stream_write(FILE *stream, const void *data, size_t size) {
  const unsigned char *from = data;
  if (__nm_to_write(stream)) return 0;
  size_t lines = 0;
  if (stream->flags & BY_LINE)
    for (lines = size; lines > 0 && from[lines - 1] != '\n';) lines--;
  size_t left = size;
  while (left > 0) {
    size_t room = (size_t)(stream->write_end - stream->write_next);
    if (room >= left) {
      memcpy(stream->write_next, from, left);
      stream->write_next += left;
      break;
    }
    /* What is there is filled up before it goes, as a block; an empty one is not filled. */
    if (stream->write_next != stream->write_start) {
      memcpy(stream->write_next, from, room);
      stream->write_next += room;
      from += room;
      left -= room;
      if (__nm_stream_flush(stream)) return size - left;
      continue;
    }
    size_t whole = stream->flags & UNBUFFERED || stream->size == 0 ? left : left - left % stream->size;
    if (give(stream, from, whole)) return size - left;
    from += whole;
    left -= whole;
  }
  if (lines > 0 && __nm_stream_flush(stream)) return 0;
  return size;
}

int __nm_put(FILE *stream, int character) {
  unsigned char byte = (unsigned char)character;
  if (stream->write_next < stream->write_end && !(stream->flags & BY_LINE)) return *stream->write_next++ = byte;
  return __nm_stream_write(stream, &byte, 1) == 1 ? byte : EOF;
}

WEAK int fflush(FILE *stream) {
  if (!stream) {
    int result = fflush(stdout);
    for (FILE *each = first; each; each = each->next)
      if (each->write_start && __nm_stream_flush(each)) result = EOF;
    return result;
  }
  if (stream->write_start) return __nm_stream_flush(stream);
  if (stream->flags & CAN_READ && stream->file >= 0) {
    int before = errno;
    __nm_fd_sync_stream(stream->file);
    give_back(stream);
    errno = before;
  }
  return 0;
}
WEAK int fflush_unlocked(FILE *stream) { return fflush(stream); }

void __nm_streams_at_end(void) {
  fflush(stdout);
  for (FILE *each = first; each; each = each->next)
    if (each->write_start) __nm_stream_flush(each);
}

static int close_descriptor(FILE *stream) {
  int result = stream->write_start ? __nm_stream_flush(stream) : 0;
  if (!stream->write_start) give_back(stream);
  if (stream->close) return stream->close(stream) ? EOF : result;
  return stream->file >= 0 && !stream->read && !stream->write && close(stream->file) ? EOF : result;
}

WEAK int fclose(FILE *stream) {
  int result = close_descriptor(stream);
  if (stream->flags & IS_STATIC) {
    stream->flags = IS_STATIC;
    stream->write_start = stream->write_next = stream->write_end = 0;
    stream->file = -1;
  } else {
    unlink_stream(stream);
    free(stream);
  }
  return result;
}

WEAK int fseeko(FILE *stream, off_t to, int from) {
  if (stream->write_start) {
    if (__nm_stream_flush(stream)) return -1;
    stream->write_start = stream->write_next = stream->write_end = 0;
  } else if (from == SEEK_CUR) {
    to -= stream->read_end - stream->read_next + stream->pushed;
  }
  if (from != SEEK_SET && from != SEEK_CUR && from != SEEK_END) return answer(EINVAL);
  if (seek(stream, to, from) < 0) return -1;
  stream->read_next = stream->read_end = 0;
  stream->pushed = 0;
  stream->flags &= ~ENDED;
  return 0;
}

WEAK off_t ftello(FILE *stream) {
  off_t position = seek(stream, 0, stream->flags & APPENDS && stream->write_next != stream->write_start ? SEEK_END : SEEK_CUR);
  if (position < 0) return position;
  if (stream->write_start) return position + (stream->write_next - stream->write_start);
  position -= stream->read_end - stream->read_next + stream->pushed;
  return position;
}

WEAK int fseek(FILE *stream, long to, int from) { return fseeko(stream, to, from); }
WEAK long ftell(FILE *stream) {
  off_t position = ftello(stream);
  if (position != (long)position) return answer(EOVERFLOW);
  return (long)position;
}
WEAK void rewind(FILE *stream) {
  fseeko(stream, 0, SEEK_SET);
  stream->flags &= ~FAILED;
}

WEAK int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) return -1;
  if (stream->write_start) {
    __nm_stream_flush(stream);
    stream->write_start = stream->write_next = stream->write_end = 0;
  }
  stream->flags &= ~(BY_LINE | UNBUFFERED | UNDECIDED);
  if (mode == _IONBF) {
    stream->flags |= UNBUFFERED;
    return 0;
  }
  if (mode == _IOLBF) stream->flags |= BY_LINE;
  if (buffer && size > 0 && stream->read_next == stream->read_end) {
    stream->buffer = (unsigned char *)buffer;
    stream->size = size;
  }
  return 0;
}
WEAK void setbuf(FILE *restrict stream, char *restrict buffer) {
  setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}
WEAK void setbuffer(FILE *stream, char *buffer, size_t size) {
  setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}
WEAK void setlinebuf(FILE *stream) { setvbuf(stream, 0, _IOLBF, 0); }
