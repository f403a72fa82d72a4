/* The heap is the engine's: libc's allocator would store its book-keeping in the program's memory. */
#include <errno.h>
#include "engine.h"

/* A program that brings its own keeps it. */
#pragma clang attribute push(__attribute__((weak)), apply_to = function)


void *malloc(size_t size) { return __nm_malloc(size); }
void *calloc(size_t count, size_t size) { return __nm_calloc(count, size); }
/* Of no bytes: freed, as glibc does it, and nobody may free it again. */
void *realloc(void *block, size_t size) {
  if (size == 0 && block) {
    __nm_free(block);
    return 0;
  }
  return __nm_realloc(block, size);
}
void free(void *block) { __nm_free(block); }
size_t malloc_usable_size(void *block) { return __nm_usable_size(block); }
void *memalign(size_t alignment, size_t size) { return __nm_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return __nm_memalign(alignment, size); }
void *valloc(size_t size) { return __nm_memalign(65536, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = __nm_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(block, bytes);
}

void *__libc_malloc(size_t size) { return __nm_malloc(size); }
void *__libc_calloc(size_t count, size_t size) { return __nm_calloc(count, size); }
void __libc_free(void *block) { __nm_free(block); }

#pragma clang attribute pop
