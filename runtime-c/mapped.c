/* Memory is never paged out, and nobody else sees what is mapped: mmap itself is wasi-libc's emulation. */
#include <errno.h>
#include <stddef.h>
#include "host.h"

WEAK int mlock(const void *start, size_t size) { return 0; }
WEAK int munlock(const void *start, size_t size) { return 0; }
WEAK int mlockall(int flags) { return 0; }
WEAK int munlockall(void) { return 0; }
WEAK int madvise(void *start, size_t size, int advice) { return 0; }
WEAK int posix_madvise(void *start, size_t size, int advice) { return 0; }
/* The emulation reads a file into memory and writes nothing back. */
WEAK int msync(void *start, size_t size, int flags) {
  UNMODELLED("msync");
  return answer(ENOSYS);
}
