/*
 * Block operations as one instruction each, so that the engine checks and shadows a block as a whole. In
 * assembly, because a compiler may put a test for length zero around it, which would be a path of its own.
 */
#include <stddef.h>


static inline void copy(void *to, const void *from, size_t size) {
  __asm__ volatile("local.get %0\n\tlocal.get %1\n\tlocal.get %2\n\tmemory.copy 0, 0"
                   :
                   : "r"(to), "r"(from), "r"(size)
                   : "memory");
}

static inline void fill(void *to, int value, size_t size) {
  __asm__ volatile("local.get %0\n\tlocal.get %1\n\tlocal.get %2\n\tmemory.fill 0"
                   :
                   : "r"(to), "r"(value), "r"(size)
                   : "memory");
}

/* A program that brings its own keeps it. */
#pragma clang attribute push(__attribute__((weak)), apply_to = function)

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  copy(to, from, size);
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  copy(to, from, size);
  return to;
}

void *memset(void *to, int value, size_t size) {
  fill(to, value, size);
  return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
  copy(to, from, size);
  return (char *)to + size;
}

void bcopy(const void *from, void *to, size_t size) { copy(to, from, size); }
void bzero(void *to, size_t size) { fill(to, 0, size); }
void explicit_bzero(void *to, size_t size) { fill(to, 0, size); }

/* What clang makes of struct assignments and initialisers under -fsanitize=address. */
void *__asan_memcpy(void *to, const void *from, size_t size) {
  copy(to, from, size);
  return to;
}

void *__asan_memmove(void *to, const void *from, size_t size) {
  copy(to, from, size);
  return to;
}

void *__asan_memset(void *to, int value, size_t size) {
  fill(to, value, size);
  return to;
}

#pragma clang attribute pop
