/* All files of a tree, one by one. */
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "host.h"

typedef int visitor(const char *, const struct stat *, int, struct FTW *);
enum { LONGEST = 4096 };

static int walk(char *path, visitor *visit, int flags, int level) {
  struct stat status;
  size_t length = strlen(path);
  struct FTW where = {.base = 0, .level = level};
  for (size_t i = 0; i < length; i++)
    if (path[i] == '/' && path[i + 1]) where.base = (int)i + 1;
  int is_lost = 0;
  if (flags & FTW_PHYS ? lstat(path, &status) : stat(path, &status)) {
    if (flags & FTW_PHYS || lstat(path, &status)) return level == 0 ? -1 : visit(path, &status, FTW_NS, &where);
    is_lost = 1;
  }
  if (S_ISLNK(status.st_mode)) return visit(path, &status, is_lost ? FTW_SLN : FTW_SL, &where);
  if (!S_ISDIR(status.st_mode)) return visit(path, &status, FTW_F, &where);
  DIR *folder = opendir(path);
  if (!folder) return visit(path, &status, FTW_DNR, &where);
  int result = flags & FTW_DEPTH ? 0 : visit(path, &status, FTW_D, &where);
  /* Names first: the visitor may change what is in the folder. */
  char **names = 0;
  size_t count = 0, room = 0;
  for (struct dirent *entry; !result && (entry = readdir(folder));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (count == room) {
      char **larger = realloc(names, (room = room ? 2 * room : 16) * sizeof *names);
      if (!larger) break;
      names = larger;
    }
    names[count++] = strdup(entry->d_name);
  }
  closedir(folder);
  for (size_t i = 0; i < count; i++) {
    size_t size = strlen(names[i]);
    if (!result && length + size + 2 < LONGEST) {
      int slash = length > 0 && path[length - 1] != '/';
      if (slash) path[length] = '/';
      memcpy(path + length + slash, names[i], size + 1);
      result = walk(path, visit, flags, level + 1);
      path[length] = 0;
    }
    free(names[i]);
  }
  free(names);
  return !result && flags & FTW_DEPTH ? visit(path, &status, FTW_DP, &where) : result;
}

WEAK int nftw(const char *path, visitor *visit, int most_open, int flags) {
  char whole[LONGEST];
  size_t length = strlen(path);
  if (length >= LONGEST) return answer(ENAMETOOLONG);
  memcpy(whole, path, length + 1);
  while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
  return walk(whole, visit, flags, 0);
}
