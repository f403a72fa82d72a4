/*
 * Takes the place of libc's: a stream asks the engine for what its reader wants, and the engine reads nothing ahead.
 * Exploring can tell: whether there is a next byte is asked when the program gets there, so that lengths nobody looks
 * at are not paths of their own. Who looks at the descriptor finds it where glibc's would be (src/host/read-ahead.ts).
 */
#include <errno.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>
#include "host.h"

enum { END_OF_FILE = 16, ERROR = 32 };

HOST(fd_read_stream) int __nm_fd_read_stream(int file, uint32_t data, uint32_t size, uint32_t count);
HOST(fd_sync_stream) int __nm_fd_sync_stream(int file);
int __toread(FILE *stream);

/* How wasi-libc's FILE begins. */
struct stream {
  unsigned flags;
  unsigned char *next, *end;
  int (*close)(FILE *);
  unsigned char *write_end, *write_next, *write_start;
  size_t (*read)(FILE *, unsigned char *, size_t);
  size_t (*write)(FILE *, const unsigned char *, size_t);
  off_t (*seek)(FILE *, off_t, int);
  unsigned char *buffer;
  size_t size;
};

static size_t ended(FILE *stream, ssize_t count) {
  ((struct stream *)stream)->flags |= count == 0 ? END_OF_FILE : ERROR;
  return 0;
}

/* As libc's: for programs that are started by hand, where nobody explores. */
static size_t read_ahead(FILE *file, unsigned char *data, size_t size) {
  struct stream *stream = (struct stream *)file;
  struct iovec parts[2] = {{data, size - !!stream->size}, {stream->buffer, stream->size}};
  ssize_t count = readv(fileno(file), parts, 2);
  if (count <= 0) return ended(file, count);
  if ((size_t)count <= parts[0].iov_len) return count;
  stream->next = stream->buffer;
  stream->end = stream->buffer + (count - parts[0].iov_len);
  if (stream->size) data[size - 1] = *stream->next++;
  return size;
}

size_t __stdio_read(FILE *stream, unsigned char *buffer, size_t size) {
  uint32_t count = 0;
  int error = __nm_fd_read_stream(fileno(stream), ADDRESS(buffer), size, ADDRESS(&count));
  if (error == ENOSYS) return read_ahead(stream, buffer, size);
  /* scanf takes a byte back from where the buffer would have it: that it is empty has to be known. */
  setvbuf(stream, 0, _IONBF, 0);
  __toread(stream);
  ssize_t done = (ssize_t)count;
  if (error == ENOTSUP) done = read(fileno(stream), buffer, size);
  else if (error) done = answer(error);
  return done > 0 ? (size_t)done : ended(stream, done);
}

off_t __stdio_seek(FILE *stream, off_t to, int from) {
  __nm_fd_sync_stream(fileno(stream));
  return lseek(fileno(stream), to, from);
}
