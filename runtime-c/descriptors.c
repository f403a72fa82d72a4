/*
 * What POSIX can do with descriptors and WASI can't. fcntl and the opening of files take the place of wasi-libc's:
 * there O_RDONLY is not 0, and open(path, 0) is refused.
 */
#include <fcntl.h>
#include <unistd.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include "wasi.h"

HOST(fd_dup) int __nm_fd_dup(int file, int least, uint32_t result);
HOST(fd_pipe) int __nm_fd_pipe(uint32_t ends);
HOST(fd_dup_to) int __nm_fd_dup_to(int file, int number);

static int duplicate(int file, int least) {
  int result;
  if (least < 0) return answer(EINVAL);
  int error = __nm_fd_dup(file, least, ADDRESS(&result));
  return error ? answer(error) : result;
}

WEAK int dup(int file) { return duplicate(file, 0); }
WEAK int dup2(int file, int number) {
  int error = number < 0 ? EBADF : __nm_fd_dup_to(file, number);
  return error ? answer(error) : number;
}
WEAK int dup3(int file, int number, int flags) { return file == number ? answer(EINVAL) : dup2(file, number); }

/* Nobody is at the other end but the program itself. */
WEAK int pipe(int ends[2]) { return answer(__nm_fd_pipe(ADDRESS(ends))); }
WEAK int pipe2(int ends[2], int flags) { return pipe(ends); }

static int status_flags(int file) {
  wasi_fdstat status;
  int error = wasi_fd_fdstat_get(file, ADDRESS(&status));
  if (error) return answer(error);
  int access = 0;
  if (status.rights & (WASI_RIGHT_READ | WASI_RIGHT_READDIR)) access |= O_RDONLY;
  if (status.rights & WASI_RIGHT_WRITE) access |= O_WRONLY;
  return status.flags | access;
}

int fcntl(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  int argument = 0;
  struct flock *lock = 0;
  if (command == F_GETLK || command == F_SETLK || command == F_SETLKW)
    lock = va_arg(list, struct flock *);
  else if (command == F_DUPFD || command == F_DUPFD_CLOEXEC || command == F_SETFL)
    argument = va_arg(list, int);
  va_end(list);
  int flags = status_flags(file);
  if (flags < 0) return -1;
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return duplicate(file, argument);
    case F_GETFD:
      return FD_CLOEXEC;
    case F_SETFD:
    case F_SETOWN:
      return 0;
    case F_GETOWN:
      return 0;
    case F_GETFL:
      return flags;
    case F_SETFL:
      return answer(wasi_fd_fdstat_set_flags(file, argument & 0xfff));
    case F_GETLK:
      lock->l_type = F_UNLCK;
      return 0;
    case F_SETLK:
    case F_SETLKW:
      if (lock->l_type == F_WRLCK && !(flags & O_WRONLY)) return answer(EBADF);
      if (lock->l_type == F_RDLCK && !(flags & O_RDONLY)) return answer(EBADF);
      return 0;
    default:
      return answer(EINVAL);
  }
}

WEAK int flock(int file, int operation) { return status_flags(file) < 0 ? -1 : 0; }
WEAK int lockf(int file, int command, off_t size) { return status_flags(file) < 0 ? -1 : 0; }
WEAK void sync(void) {}

int __wasilibc_nocwd_openat_nomode(int folder, const char *path, int flags) {
  /* Old programs know the numbers of Unix: 0 reads, 1 writes, 2 does both. */
  if (!(flags & O_ACCMODE)) {
    static const int numbers[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR};
    flags = (flags & ~3) | numbers[flags & 3];
  }
  const uint64_t reading = WASI_RIGHT_READ | WASI_RIGHT_READDIR;
  const uint64_t writing = WASI_RIGHT_DATASYNC | WASI_RIGHT_WRITE | WASI_RIGHT_ALLOCATE | WASI_RIGHT_SET_SIZE;
  uint64_t wanted = ~(reading | writing);
  if (flags & O_RDONLY) wanted |= reading;
  if (flags & O_WRONLY) wanted |= writing;
  wasi_fdstat status;
  int error = wasi_fd_fdstat_get(folder, ADDRESS(&status));
  if (error) return answer(error);
  int result;
  error = wasi_path_open(folder, flags & O_NOFOLLOW ? 0 : WASI_FOLLOW, ADDRESS(path), strlen(path), (flags >> 12) & 0xfff,
                         wanted & status.inheriting, status.inheriting, flags & 0xfff, ADDRESS(&result));
  return error ? answer(error) : result;
}

/*
 * Where a path starts: musl asks this for every path, and its own takes an empty one for the current folder. As long
 * as nobody called chdir the path stays where it is, uncopied. Two names at a time, for rename. Here and not in musl/,
 * because musl mentions it only weakly, which links nothing; with our own library nobody mentions it. A program that a
 * build runs is told by src/build/cc/run.ts where it was started.
 */
extern char *__wasilibc_cwd;
int __wasilibc_find_abspath(const char *path, const char **prefix, const char **relative);

/* A call, as the embedded linker can't export the variable itself. */
WEAK void __nearmiss_start_in(uint32_t folder) {
  __wasilibc_cwd = (char *)(uintptr_t)folder;
}

int __wasilibc_find_relpath_alloc(const char *path, const char **prefix, char **relative, size_t *size, int grows) {
  static char joined[2][4096];
  static int turn;
  if (!path[0]) return answer(ENOENT);
  int is_root = !__wasilibc_cwd[0] || !__wasilibc_cwd[1];
  if (!is_root && path[0] != '/') {
    size_t folder = strlen(__wasilibc_cwd), name = strlen(path);
    if (folder + name + 2 > sizeof joined[0]) return answer(ENAMETOOLONG);
    char *whole = joined[turn ^= 1];
    memcpy(whole, __wasilibc_cwd, folder);
    whole[folder] = '/';
    memcpy(whole + folder + 1, path, name + 1);
    path = whole;
  }
  return __wasilibc_find_abspath(path, prefix, (const char **)relative);
}

/* Folders are changed to by name here. */
WEAK int fchdir(int folder) {
  UNMODELLED("fchdir");
  return answer(ENOSYS);
}
WEAK char *get_current_dir_name(void) { return getcwd(0, 0); }
WEAK char *canonicalize_file_name(const char *path) { return realpath(path, 0); }
