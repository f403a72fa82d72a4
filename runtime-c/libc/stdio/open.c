/* Streams of files. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __nm_open_flags(const char *mode, unsigned *flags) {
  int both = 0, how;
  for (const char *letter = mode; *letter; letter++) both |= *letter == '+';
  switch (mode[0]) {
    case 'r':
      *flags = CAN_READ;
      how = both ? O_RDWR : O_RDONLY;
      break;
    case 'w':
      *flags = CAN_WRITE;
      how = (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
      break;
    case 'a':
      *flags = CAN_WRITE | APPENDS;
      how = (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
      break;
    default:
      return answer(EINVAL);
  }
  if (both) *flags |= CAN_READ | CAN_WRITE;
  *flags |= UNDECIDED;
  for (const char *letter = mode; *letter && *letter != ','; letter++)
    if (*letter == 'x') how |= O_EXCL;
  return how;
}

WEAK FILE *fopen(const char *restrict path, const char *restrict mode) {
  unsigned flags;
  int how = __nm_open_flags(mode, &flags);
  if (how < 0) return 0;
  int file = open(path, how, 0666);
  if (file < 0) return 0;
  FILE *stream = __nm_open_stream(file, flags, 0);
  if (!stream) close(file);
  return stream;
}
WEAK FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

WEAK FILE *fdopen(int file, const char *mode) {
  unsigned flags;
  if (__nm_open_flags(mode, &flags) < 0) return 0;
  int now = fcntl(file, F_GETFL);
  if (now < 0) return 0;
  if (flags & APPENDS && !(now & O_APPEND)) fcntl(file, F_SETFL, now | O_APPEND);
  return __nm_open_stream(file, flags, 0);
}

WEAK FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  unsigned flags;
  int how = __nm_open_flags(mode, &flags);
  fflush(stream);
  if (how < 0) {
    fclose(stream);
    return 0;
  }
  int file = stream->file;
  if (path) {
    int opened = open(path, how, 0666);
    if (opened < 0) {
      fclose(stream);
      return 0;
    }
    if (file < 0) {
      file = opened;
    } else if (opened != file) {
      dup2(opened, file);
      close(opened);
    }
  }
  stream->file = file;
  stream->flags = flags | (stream->flags & IS_STATIC);
  if (file == 2 && stream == stderr) stream->flags |= UNBUFFERED;
  stream->write_start = stream->write_next = stream->write_end = 0;
  stream->read_next = stream->read_end = 0;
  stream->pushed = 0;
  stream->orientation = 0;
  stream->read = 0;
  stream->write = 0;
  stream->seek = 0;
  stream->close = 0;
  return stream;
}

WEAK int remove(const char *path) {
  int before = errno;
  if (unlink(path) == 0) return 0;
  if (errno != EISDIR && errno != EPERM) return -1;
  errno = before;
  return rmdir(path);
}
