/* The last part of a path, and all but it. */
#include <libgen.h>
#include <string.h>
#include "host.h"

WEAK char *basename(char *path) {
  if (!path || !*path) return ".";
  size_t end = strlen(path) - 1;
  while (end > 0 && path[end] == '/') path[end--] = 0;
  while (end > 0 && path[end - 1] != '/') end--;
  return path + end;
}
WEAK char *__xpg_basename(char *path) { return basename(path); }

WEAK char *dirname(char *path) {
  if (!path || !*path) return ".";
  size_t end = strlen(path) - 1;
  /* Two slashes in front, no more, may mean something: they stay. */
  char *root = path[0] == '/' && path[1] == '/' && path[2] != '/' ? "//" : "/";
  while (path[end] == '/')
    if (end-- == 0) return root;
  while (path[end] != '/')
    if (end-- == 0) return ".";
  while (path[end] == '/')
    if (end-- == 0) return root;
  path[end + 1] = 0;
  return path;
}
