/* Reading, writing and moving about in what is open. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "wasi.h"

static ssize_t moved(int error, uint32_t count) { return error ? answer(error) : (ssize_t)count; }

WEAK ssize_t read(int file, void *data, size_t size) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  int error = wasi_fd_read(file, ADDRESS(&part), 1, ADDRESS(&count));
  return moved(error, count);
}
WEAK ssize_t write(int file, const void *data, size_t size) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  int error = wasi_fd_write(file, ADDRESS(&part), 1, ADDRESS(&count));
  return moved(error, count);
}
WEAK ssize_t pread(int file, void *data, size_t size, off_t offset) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  if (offset < 0) return answer(EINVAL);
  int error = wasi_fd_pread(file, ADDRESS(&part), 1, (uint64_t)offset, ADDRESS(&count));
  return moved(error, count);
}
WEAK ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
  wasi_part part = {ADDRESS(data), (uint32_t)size};
  uint32_t count = 0;
  if (offset < 0) return answer(EINVAL);
  int error = wasi_fd_pwrite(file, ADDRESS(&part), 1, (uint64_t)offset, ADDRESS(&count));
  return moved(error, count);
}

/* A list of parts, in the sandbox's form: at most as many as POSIX lets there be. */
static wasi_part *converted(const struct iovec *parts, int count, wasi_part few[16]) {
  if (count < 0 || count > IOV_MAX) {
    errno = EINVAL;
    return 0;
  }
  wasi_part *all = count <= 16 ? few : malloc((size_t)count * sizeof *all);
  for (int i = 0; all && i < count; i++) all[i] = (wasi_part){ADDRESS(parts[i].iov_base), (uint32_t)parts[i].iov_len};
  return all;
}
#define IN_PARTS(call)                                \
  wasi_part few[16], *all = converted(parts, parts_count, few); \
  uint32_t count = 0;                                 \
  if (!all) return -1;                                \
  int error = call;                                   \
  if (all != few) free(all);                          \
  return moved(error, count)

WEAK ssize_t readv(int file, const struct iovec *parts, int parts_count) {
  IN_PARTS(wasi_fd_read(file, ADDRESS(all), (uint32_t)parts_count, ADDRESS(&count)));
}
WEAK ssize_t writev(int file, const struct iovec *parts, int parts_count) {
  IN_PARTS(wasi_fd_write(file, ADDRESS(all), (uint32_t)parts_count, ADDRESS(&count)));
}
WEAK ssize_t preadv(int file, const struct iovec *parts, int parts_count, off_t offset) {
  IN_PARTS(wasi_fd_pread(file, ADDRESS(all), (uint32_t)parts_count, (uint64_t)offset, ADDRESS(&count)));
}
WEAK ssize_t pwritev(int file, const struct iovec *parts, int parts_count, off_t offset) {
  IN_PARTS(wasi_fd_pwrite(file, ADDRESS(all), (uint32_t)parts_count, (uint64_t)offset, ADDRESS(&count)));
}

WEAK int close(int file) { return answer(wasi_fd_close(file)); }

WEAK off_t lseek(int file, off_t to, int from) {
  uint64_t result = 0;
  /* Numbers of WASI, which the headers have as names too. */
  int error = wasi_fd_seek(file, to, from, ADDRESS(&result));
  return error ? answer(error) : (off_t)result;
}
WEAK off_t lseek64(int file, off_t to, int from) { return lseek(file, to, from); }

WEAK int fsync(int file) { return answer(wasi_fd_sync(file)); }
WEAK int fdatasync(int file) { return answer(wasi_fd_datasync(file)); }
WEAK int ftruncate(int file, off_t size) {
  return size < 0 ? answer(EINVAL) : answer(wasi_fd_filestat_set_size(file, (uint64_t)size));
}
WEAK int truncate(const char *path, off_t size) {
  int file = open(path, O_WRONLY);
  if (file < 0) return -1;
  int result = ftruncate(file, size), error = errno;
  close(file);
  errno = error;
  return result;
}
WEAK int posix_fallocate(int file, off_t offset, off_t size) {
  return offset < 0 || size <= 0 ? EINVAL : wasi_fd_allocate(file, (uint64_t)offset, (uint64_t)size);
}
WEAK int posix_fadvise(int file, off_t offset, off_t size, int advice) {
  return wasi_fd_advise(file, (uint64_t)offset, (uint64_t)size, advice);
}

/* A terminal is a character device that can't be moved about in. */
WEAK int isatty(int file) {
  wasi_fdstat status;
  int error = wasi_fd_fdstat_get(file, ADDRESS(&status));
  if (!error && status.type == WASI_CHARACTER && !(status.rights & (WASI_RIGHT_SEEK | WASI_RIGHT_TELL))) return 1;
  errno = error ? error : ENOTTY;
  return 0;
}
WEAK int __isatty(int file) { return isatty(file); }
