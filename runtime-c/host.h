/* What the host answers beyond WASI (src/host), in WASI's own module; each gives an errno, 0 for success. */
#ifndef NEARMISS_HOST_H
#define NEARMISS_HOST_H
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#define HOST(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
/* What crosses to the host has 32 bits: a program's memory lies below 4 GB, whatever the width of its pointers. */
#define ADDRESS(pointer) ((uint32_t)(uintptr_t)(pointer))
/* A program may bring its own. */
#define WEAK __attribute__((weak))

/* Counts a call that has no model: nothing is then said to be complete. */
HOST(unmodelled) int __nm_unmodelled(uint32_t name, uint32_t length);
#define UNMODELLED(name) (__nm_unmodelled(ADDRESS(name), sizeof name - 1))

/* As the C library answers: -1 and errno, or 0. */
static inline int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

#endif
