/*
 * Files in memory: each mapping is a block of the heap, to the end of its last page, as zeros can be read there; what
 * lies around it is outside. wasi-libc's own keeps its notes in front of the data: nobody would see an access there.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "engine.h"
#include "host.h"

enum { pageSize = 4096 };

struct mapping {
  struct mapping *next;
  char *start;
  size_t length;
};

static struct mapping *mappings;

static void *refused(int error) {
  errno = error;
  return MAP_FAILED;
}

static int readInto(char *start, size_t length, int fd, off_t offset) {
  while (length > 0) {
    ssize_t count = pread(fd, start, length, offset);
    if (count < 0) return -1;
    if (count == 0) return 0;
    start += count;
    offset += count;
    length -= (size_t)count;
  }
  return 0;
}

WEAK void *mmap(void *wanted, size_t length, int protection, int flags, int fd, off_t offset) {
  const int isOfFile = (flags & MAP_ANONYMOUS) == 0;
  if (length == 0) return refused(EINVAL);
  if (flags & MAP_FIXED) {
    UNMODELLED("mmap");
    return refused(EINVAL);
  }
  /* What is written there never comes to the file. */
  if (isOfFile && (protection & PROT_WRITE) && (flags & MAP_TYPE) != MAP_PRIVATE) UNMODELLED("mmap");
  struct mapping *mapping = malloc(sizeof *mapping);
  char *start = length > SIZE_MAX - pageSize ? NULL : calloc((length + pageSize - 1) / pageSize, pageSize);
  if (!mapping || !start || (isOfFile && readInto(start, length, fd, offset) != 0)) {
    const int error = mapping && start ? errno : ENOMEM;
    free(mapping);
    free(start);
    return refused(error);
  }
  if (!(protection & PROT_WRITE)) __nm_read_only(start, 1);
  *mapping = (struct mapping){mappings, start, length};
  mappings = mapping;
  return start;
}

/* All of a mapping, to the byte or to the end of its last page. */
WEAK int munmap(void *start, size_t length) {
  for (struct mapping **link = &mappings; *link; link = &(*link)->next) {
    struct mapping *mapping = *link;
    if (mapping->start != start) continue;
    if (length != mapping->length && (length - 1) / pageSize != (mapping->length - 1) / pageSize) break;
    *link = mapping->next;
    free(mapping->start);
    free(mapping);
    return 0;
  }
  UNMODELLED("munmap");
  return answer(EINVAL);
}

/* Rights are a whole mapping's: who takes some away from a part means to fail where they are missed. */
WEAK int mprotect(void *start, size_t length, int protection) {
  if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE)) UNMODELLED("mprotect");
  else __nm_read_only(start, 0);
  return 0;
}

/* Memory is never paged out, and nobody else sees what is mapped. */
WEAK int mlock(const void *start, size_t size) { return 0; }
WEAK int munlock(const void *start, size_t size) { return 0; }
WEAK int mlockall(int flags) { return 0; }
WEAK int munlockall(void) { return 0; }
WEAK int madvise(void *start, size_t size, int advice) { return 0; }
WEAK int posix_madvise(void *start, size_t size, int advice) { return 0; }
/* Nothing is written back. */
WEAK int msync(void *start, size_t size, int flags) {
  UNMODELLED("msync");
  return answer(ENOSYS);
}
