/* Paths as the sandbox takes them: a folder that was open from the start, and the rest. */
#ifndef NEARMISS_PATHS_INSIDE_H
#define NEARMISS_PATHS_INSIDE_H
#include <stddef.h>
#include <stdint.h>
#include "../../wasi.h"

struct place {
  int folder;
  const char *path;
  uint32_t length;
};
/* 0, or -1 and errno. Two places may be in use at a time. */
int __nm_place(int folder, const char *path, struct place *place);
#define PLACE(place) (place).folder, ADDRESS((place).path), (place).length

int __wasilibc_nocwd_openat_nomode(int folder, const char *path, int flags);
struct stat;
int __wasilibc_nocwd_fstatat(int folder, const char *restrict path, struct stat *restrict result, int flags);
int __wasilibc_nocwd_faccessat(int folder, const char *path, int mode, int flags);

#endif
