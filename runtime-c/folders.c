/*
 * What is in a folder. scandir takes the place of wasi-libc's, which copies a few bytes more than an entry has: reading
 * beyond a block, to us, at the program's own line.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "host.h"

static size_t size_of(const struct dirent *entry) { return offsetof(struct dirent, d_name) + strlen(entry->d_name) + 1; }

WEAK int readdir_r(DIR *restrict folder, struct dirent *restrict entry, struct dirent **restrict result) {
  int before = errno;
  errno = 0;
  struct dirent *found = readdir(folder);
  int error = errno;
  errno = before;
  *result = 0;
  if (error) return error;
  if (found) {
    memcpy(entry, found, size_of(found));
    *result = entry;
  }
  return 0;
}

int __wasilibc_nocwd_scandirat(int at, const char *path, struct dirent ***result, int (*wanted)(const struct dirent *),
                               int (*compare)(const struct dirent **, const struct dirent **)) {
  int file = openat(at, path, O_RDONLY | O_DIRECTORY);
  DIR *folder = file < 0 ? 0 : fdopendir(file);
  if (!folder) {
    int error = errno;
    if (file >= 0) close(file);
    return answer(error);
  }
  struct dirent **entries = 0;
  int count = 0, room = 0;
  errno = 0;
  for (struct dirent *found; (found = readdir(folder)); errno = 0) {
    if (wanted && !wanted(found)) continue;
    if (count == room) {
      room = room ? 2 * room : 8;
      struct dirent **larger = realloc(entries, room * sizeof *entries);
      if (!larger) break;
      entries = larger;
    }
    struct dirent *entry = malloc(size_of(found));
    if (!entry) break;
    memcpy(entry, found, size_of(found));
    entries[count++] = entry;
  }
  int error = errno;
  closedir(folder);
  if (error) {
    while (count > 0) free(entries[--count]);
    free(entries);
    return answer(error);
  }
  if (compare && count > 0) qsort(entries, count, sizeof *entries, (int (*)(const void *, const void *))compare);
  *result = entries;
  return count;
}
