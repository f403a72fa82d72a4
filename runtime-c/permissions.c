/*
 * Modes and owners. Every file belongs to the user who runs the program (users.c); a mode can be changed and looked
 * at, and nothing is refused because of it but access(). stat takes the place of wasi-libc's, which knows no modes
 * and gives blocks of 0 bytes: programs take a buffer of that size.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <errno.h>
#include <string.h>
#include "wasi.h"

HOST(fd_chmod) int __nm_fd_chmod(int file, int mode);

enum { ME = 1000, BLOCK = 4096, KNOWN = 0x8000 };

static mode_t type(int type) {
  switch (type) {
    case WASI_BLOCK:
      return S_IFBLK;
    case WASI_CHARACTER:
      return S_IFCHR;
    case WASI_FOLDER:
      return S_IFDIR;
    case WASI_FILE:
      return S_IFREG;
    case WASI_DATAGRAM:
    case WASI_STREAM:
      return S_IFSOCK;
    case WASI_LINK:
      return S_IFLNK;
    default:
      return S_IFIFO;
  }
}

static struct timespec moment(uint64_t nanoseconds) {
  return (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
}

/* The mode stands where WASI's record has room; a host that knows none leaves 0 there. */
static mode_t permissions(const wasi_filestat *from) {
  if (from->mode & KNOWN) return from->mode & 07777;
  return from->type == WASI_FOLDER ? 0755 : 0644;
}

static void convert(const wasi_filestat *from, struct stat *to) {
  memset(to, 0, sizeof *to);
  to->st_dev = from->device;
  to->st_ino = from->inode;
  to->st_nlink = from->links;
  to->st_mode = type(from->type) | permissions(from);
  to->st_uid = ME;
  to->st_gid = ME;
  to->st_size = from->size;
  to->st_blksize = BLOCK;
  to->st_blocks = (from->size + BLOCK - 1) / BLOCK * (BLOCK / 512);
  to->st_atim = moment(from->accessed);
  to->st_mtim = moment(from->modified);
  to->st_ctim = moment(from->changed);
}

int fstat(int file, struct stat *result) {
  wasi_filestat status;
  int error = wasi_fd_filestat_get(file, ADDRESS(&status));
  if (error) return answer(error);
  convert(&status, result);
  return 0;
}

int __wasilibc_nocwd_fstatat(int folder, const char *restrict path, struct stat *restrict result, int flags) {
  wasi_filestat status;
  int error = wasi_path_filestat_get(folder, flags & AT_SYMLINK_NOFOLLOW ? 0 : WASI_FOLLOW, ADDRESS(path), strlen(path),
                                     ADDRESS(&status));
  if (error) return answer(error);
  convert(&status, result);
  return 0;
}

int __wasilibc_nocwd_faccessat(int folder, const char *path, int mode, int flags) {
  struct stat status;
  if (mode & ~(R_OK | W_OK | X_OK)) return answer(EINVAL);
  if (__wasilibc_nocwd_fstatat(folder, path, &status, 0)) return -1;
  int wanted = (mode & R_OK ? S_IRUSR : 0) | (mode & W_OK ? S_IWUSR : 0) | (mode & X_OK ? S_IXUSR : 0);
  return wanted & ~status.st_mode ? answer(EACCES) : 0;
}
WEAK int eaccess(const char *path, int mode) { return access(path, mode); }
WEAK int euidaccess(const char *path, int mode) { return access(path, mode); }

/* Under names of ours: wasi-libc has them in one object with open. posix/sys/stat.h tells the compiler. */
int __nearmiss_fchmod(int file, mode_t mode) { return answer(__nm_fd_chmod(file, mode)); }

int __nearmiss_fchmodat(int folder, const char *path, mode_t mode, int flags) {
  int file = openat(folder, path, O_RDONLY | (flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0));
  if (file < 0) return -1;
  int error = __nm_fd_chmod(file, mode);
  close(file);
  return answer(error);
}
int __nearmiss_chmod(const char *path, mode_t mode) { return __nearmiss_fchmodat(AT_FDCWD, path, mode, 0); }
WEAK int lchmod(const char *path, mode_t mode) {
  return __nearmiss_fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW);
}

static mode_t hidden = 022;

WEAK mode_t umask(mode_t mask) {
  mode_t before = hidden;
  hidden = mask & 0777;
  return before;
}

static int give(int found, uid_t user, gid_t group) {
  if (found) return -1;
  int keeps = (user == ME || user == (uid_t)-1) && (group == ME || group == (gid_t)-1);
  return keeps ? 0 : answer(EPERM);
}
WEAK int fchownat(int folder, const char *path, uid_t user, gid_t group, int flags) {
  struct stat status;
  return give(fstatat(folder, path, &status, flags), user, group);
}
WEAK int chown(const char *path, uid_t user, gid_t group) { return fchownat(AT_FDCWD, path, user, group, 0); }
WEAK int lchown(const char *path, uid_t user, gid_t group) {
  return fchownat(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW);
}
WEAK int fchown(int file, uid_t user, gid_t group) {
  struct stat status;
  return give(fstat(file, &status), user, group);
}

WEAK int mkfifo(const char *path, mode_t mode) { return answer(EPERM); }
WEAK int mkfifoat(int folder, const char *path, mode_t mode) { return answer(EPERM); }
WEAK int mknod(const char *path, mode_t mode, dev_t device) { return answer(EPERM); }
