/* What the host answers beyond WASI (src/host), in WASI's own module; each gives an errno, 0 for success. */
#ifndef NEARMISS_HOST_H
#define NEARMISS_HOST_H
#include <errno.h>
#include <stddef.h>

#define HOST(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
/* A program may bring its own. */
#define WEAK __attribute__((weak))

/* Counts a call that has no model: nothing is then said to be complete. */
HOST(unmodelled) int __nm_unmodelled(const char *name, size_t length);
#define UNMODELLED(name) (__nm_unmodelled(name, sizeof name - 1))

/* As the C library answers: -1 and errno, or 0. */
static inline int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

#endif
