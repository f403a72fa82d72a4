/* Where the linker wraps fflush: a stream that is flushed is where the program left it (src/host/read-ahead.ts). */
#include <errno.h>
#include <stdio.h>
#include "host.h"

HOST(fd_sync_stream) int __nm_fd_sync_stream(int file);

int __real_fflush(FILE *stream);
int __wrap_fflush(FILE *stream) {
  int before = errno;
  if (stream) __nm_fd_sync_stream(fileno(stream));
  errno = before;
  return __real_fflush(stream);
}
