/* Files by name. */
#include "paths.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

WEAK int openat(int folder, const char *path, int flags, ...) {
  struct place place;
  if (__nm_place(folder, path, &place)) return -1;
  return __wasilibc_nocwd_openat_nomode(place.folder, place.path, flags);
}
WEAK int open(const char *path, int flags, ...) { return openat(AT_FDCWD, path, flags); }
WEAK int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
WEAK int open64(const char *path, int flags, ...) { return openat(AT_FDCWD, path, flags); }

WEAK int fstatat(int folder, const char *restrict path, struct stat *restrict result, int flags) {
  struct place place;
  if (__nm_place(folder, path, &place)) return -1;
  return __wasilibc_nocwd_fstatat(place.folder, place.path, result, flags);
}
WEAK int stat(const char *restrict path, struct stat *restrict result) { return fstatat(AT_FDCWD, path, result, 0); }
WEAK int lstat(const char *restrict path, struct stat *restrict result) {
  return fstatat(AT_FDCWD, path, result, AT_SYMLINK_NOFOLLOW);
}

WEAK int faccessat(int folder, const char *path, int mode, int flags) {
  struct place place;
  if (__nm_place(folder, path, &place)) return -1;
  return __wasilibc_nocwd_faccessat(place.folder, place.path, mode, flags);
}
WEAK int access(const char *path, int mode) { return faccessat(AT_FDCWD, path, mode, 0); }

WEAK int mkdirat(int folder, const char *path, mode_t mode) {
  struct place place;
  return __nm_place(folder, path, &place) ? -1 : answer(wasi_path_create_directory(PLACE(place)));
}
WEAK int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

WEAK int unlinkat(int folder, const char *path, int flags) {
  struct place place;
  if (__nm_place(folder, path, &place)) return -1;
  return answer(flags & AT_REMOVEDIR ? wasi_path_remove_directory(PLACE(place)) : wasi_path_unlink_file(PLACE(place)));
}
WEAK int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
WEAK int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

WEAK int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  struct place old, new;
  if (__nm_place(from_folder, from, &old) || __nm_place(to_folder, to, &new)) return -1;
  return answer(wasi_path_rename(PLACE(old), PLACE(new)));
}
WEAK int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

WEAK int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  struct place old, new;
  if (__nm_place(from_folder, from, &old) || __nm_place(to_folder, to, &new)) return -1;
  return answer(wasi_path_link(old.folder, flags & AT_SYMLINK_FOLLOW ? WASI_FOLLOW : 0, ADDRESS(old.path), old.length,
                               PLACE(new)));
}
WEAK int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

WEAK int symlinkat(const char *text, int folder, const char *path) {
  struct place place;
  if (__nm_place(folder, path, &place)) return -1;
  return answer(wasi_path_symlink(ADDRESS(text), (uint32_t)strlen(text), PLACE(place)));
}
WEAK int symlink(const char *text, const char *path) { return symlinkat(text, AT_FDCWD, path); }

WEAK ssize_t readlinkat(int folder, const char *restrict path, char *restrict to, size_t room) {
  struct place place;
  uint32_t size = 0;
  if (__nm_place(folder, path, &place)) return -1;
  int error = wasi_path_readlink(PLACE(place), ADDRESS(to), (uint32_t)room, ADDRESS(&size));
  return error ? answer(error) : (ssize_t)size;
}
WEAK ssize_t readlink(const char *restrict path, char *restrict to, size_t room) {
  return readlinkat(AT_FDCWD, path, to, room);
}

/* WASI's flags: set to this, or to now, for each of both times. */
static int times_of(const struct timespec times[2], uint64_t values[2], int *flags) {
  *flags = times ? 0 : 2 | 8;
  for (int i = 0; times && i < 2; i++) {
    if (times[i].tv_nsec == UTIME_NOW) *flags |= 2 << (2 * i);
    else if (times[i].tv_nsec != UTIME_OMIT) *flags |= 1 << (2 * i);
    if (times[i].tv_nsec != UTIME_NOW && times[i].tv_nsec != UTIME_OMIT) {
      if (times[i].tv_nsec < 0 || times[i].tv_nsec >= 1000000000) return answer(EINVAL);
      values[i] = (uint64_t)times[i].tv_sec * 1000000000 + (uint64_t)times[i].tv_nsec;
    }
  }
  return 0;
}
WEAK int utimensat(int folder, const char *path, const struct timespec times[2], int how) {
  struct place place;
  uint64_t values[2] = {0, 0};
  int flags;
  if (times_of(times, values, &flags) || __nm_place(folder, path, &place)) return -1;
  return answer(wasi_path_filestat_set_times(place.folder, how & AT_SYMLINK_NOFOLLOW ? 0 : WASI_FOLLOW,
                                             ADDRESS(place.path), place.length, values[0], values[1], flags));
}
WEAK int futimens(int file, const struct timespec times[2]) {
  uint64_t values[2] = {0, 0};
  int flags;
  if (times_of(times, values, &flags)) return -1;
  return answer(wasi_fd_filestat_set_times(file, values[0], values[1], flags));
}
