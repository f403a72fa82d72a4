/* What is in a folder, as the sandbox tells it: entries one behind the other, the last one perhaps cut off. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "wasi.h"

enum { BUFFER = 4096 };

struct _DIR {
  int file;
  uint64_t cookie;
  uint32_t at, filled;
  int is_last;
  struct dirent *entry;
  size_t room;
  _Alignas(8) char buffer[BUFFER];
};

WEAK DIR *fdopendir(int file) {
  DIR *folder = malloc(sizeof *folder);
  if (!folder) return 0;
  /* Is it one at all? */
  uint32_t size;
  int error = wasi_fd_readdir(file, ADDRESS(folder->buffer), BUFFER, 0, ADDRESS(&size));
  if (error) {
    free(folder);
    errno = error;
    return 0;
  }
  folder->file = file;
  folder->cookie = 0;
  folder->at = 0;
  folder->filled = size;
  folder->is_last = size < BUFFER;
  folder->entry = 0;
  folder->room = 0;
  return folder;
}

WEAK DIR *opendir(const char *path) {
  int file = open(path, O_RDONLY | O_DIRECTORY);
  if (file < 0) return 0;
  DIR *folder = fdopendir(file);
  if (!folder) {
    int error = errno;
    close(file);
    errno = error;
  }
  return folder;
}

static unsigned char type_of(int type) {
  switch (type) {
    case WASI_BLOCK:
      return DT_BLK;
    case WASI_CHARACTER:
      return DT_CHR;
    case WASI_FOLDER:
      return DT_DIR;
    case WASI_FILE:
      return DT_REG;
    case WASI_LINK:
      return DT_LNK;
    default:
      return DT_UNKNOWN;
  }
}

WEAK struct dirent *readdir(DIR *folder) {
  for (;;) {
    wasi_entry head;
    uint32_t left = folder->filled - folder->at;
    if (left >= 24) {
      memcpy(&head, folder->buffer + folder->at, 21);
      if (left >= 24 + head.name_length) {
        size_t size = offsetof(struct dirent, d_name) + head.name_length + 1;
        if (size > folder->room) {
          struct dirent *larger = realloc(folder->entry, size + 64);
          if (!larger) return 0;
          folder->entry = larger;
          folder->room = size + 64;
        }
        folder->entry->d_ino = head.inode;
        folder->entry->d_type = type_of(head.type);
        memcpy(folder->entry->d_name, folder->buffer + folder->at + 24, head.name_length);
        folder->entry->d_name[head.name_length] = 0;
        folder->at += 24 + head.name_length;
        folder->cookie = head.next;
        return folder->entry;
      }
    }
    if (folder->is_last) return 0;
    int error = wasi_fd_readdir(folder->file, ADDRESS(folder->buffer), BUFFER, folder->cookie, ADDRESS(&folder->filled));
    if (error) {
      errno = error;
      return 0;
    }
    folder->at = 0;
    folder->is_last = folder->filled < BUFFER;
    if (folder->filled < 24) return 0;
  }
}

WEAK int closedir(DIR *folder) {
  int file = folder->file;
  free(folder->entry);
  free(folder);
  return close(file);
}
WEAK int dirfd(DIR *folder) { return folder->file; }
WEAK long telldir(DIR *folder) { return (long)folder->cookie; }
WEAK void seekdir(DIR *folder, long to) {
  folder->cookie = (uint64_t)to;
  folder->at = folder->filled = 0;
  folder->is_last = 0;
}
WEAK void rewinddir(DIR *folder) { seekdir(folder, 0); }

int __wasilibc_nocwd_scandirat(int at, const char *path, struct dirent ***result, int (*wanted)(const struct dirent *),
                               int (*compare)(const struct dirent **, const struct dirent **));
/* openat, which that is made of, knows the current folder by itself. */
WEAK int scandir(const char *path, struct dirent ***result, int (*wanted)(const struct dirent *),
                 int (*compare)(const struct dirent **, const struct dirent **)) {
  return __wasilibc_nocwd_scandirat(AT_FDCWD, path, result, wanted, compare);
}
WEAK int alphasort(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }
WEAK int versionsort(const struct dirent **a, const struct dirent **b) {
  int strverscmp(const char *, const char *);
  return strverscmp((*a)->d_name, (*b)->d_name);
}
