/* File names that match a pattern. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "host.h"

struct list {
  char **paths;
  size_t count, room;
};

static int add(struct list *list, const char *path, int mark) {
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 8;
    char **larger = realloc(list->paths, room * sizeof *larger);
    if (!larger) return GLOB_NOSPACE;
    list->paths = larger;
    list->room = room;
  }
  size_t length = strlen(path);
  char *copy = malloc(length + 2);
  if (!copy) return GLOB_NOSPACE;
  memcpy(copy, path, length + 1);
  struct stat status;
  if (mark && length > 0 && path[length - 1] != '/' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
    memcpy(copy + length, "/", 2);
  list->paths[list->count++] = copy;
  return 0;
}

static int is_magic(const char *part, size_t length, int flags) {
  for (size_t i = 0; i < length; i++) {
    if (part[i] == '\\' && !(flags & GLOB_NOESCAPE)) i++;
    else if (part[i] == '*' || part[i] == '?' || part[i] == '[') return 1;
  }
  return 0;
}

enum { LONGEST = 4096 };

/* `path` of `length` is there already; what follows is the rest of the pattern. */
static int walk(struct list *list, char *path, size_t length, const char *pattern, int flags,
                int (*failed)(const char *, int)) {
  while (*pattern == '/') {
    if (length + 1 >= LONGEST) return 0;
    path[length++] = *pattern++;
  }
  path[length] = 0;
  struct stat status;
  if (!*pattern) return length > 0 && lstat(path, &status) == 0 ? add(list, path, flags & GLOB_MARK) : 0;
  size_t size = 0;
  while (pattern[size] && pattern[size] != '/') size++;
  if (length + size + 1 >= LONGEST) return 0;
  if (!is_magic(pattern, size, flags)) {
    size_t end = length;
    for (size_t i = 0; i < size; i++) {
      if (pattern[i] == '\\' && !(flags & GLOB_NOESCAPE) && i + 1 < size) i++;
      path[end++] = pattern[i];
    }
    path[end] = 0;
    return walk(list, path, end, pattern + size, flags, failed);
  }
  char part[LONGEST];
  memcpy(part, pattern, size);
  part[size] = 0;
  DIR *folder = opendir(length ? path : ".");
  if (!folder) {
    if (errno == ENOENT || errno == ENOTDIR) return 0;
    return (failed && failed(path, errno)) || flags & GLOB_ERR ? GLOB_ABORTED : 0;
  }
  int how = FNM_PERIOD | (flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0), result = 0;
  for (struct dirent *entry; !result && (entry = readdir(folder));) {
    size_t name = strlen(entry->d_name);
    if (length + name + 1 >= LONGEST || fnmatch(part, entry->d_name, how)) continue;
    if (pattern[size] == '/' && entry->d_type != DT_DIR && entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN) continue;
    memcpy(path + length, entry->d_name, name + 1);
    result = walk(list, path, length + name, pattern + size, flags, failed);
  }
  closedir(folder);
  return result;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

WEAK int glob(const char *restrict pattern, int flags, int (*failed)(const char *, int), glob_t *restrict found) {
  struct list list = {0};
  char path[LONGEST];
  size_t offset = flags & GLOB_DOOFFS ? found->gl_offs : 0;
  if (!(flags & GLOB_APPEND)) {
    found->gl_offs = offset;
    found->gl_pathc = 0;
    found->gl_pathv = 0;
  }
  int error = walk(&list, path, 0, pattern, flags, failed);
  if (!error && list.count == 0) {
    
    if (flags & GLOB_NOCHECK) error = add(&list, pattern, 0);
    else error = GLOB_NOMATCH;
  }
  if (!(flags & GLOB_NOSORT) && list.count > 1) qsort(list.paths, list.count, sizeof *list.paths, by_name);
  if (list.count > 0) {
    char **all = realloc(found->gl_pathv, (offset + found->gl_pathc + list.count + 1) * sizeof *all);
    if (all) {
      if (!(flags & GLOB_APPEND)) memset(all, 0, offset * sizeof *all);
      memcpy(all + offset + found->gl_pathc, list.paths, list.count * sizeof *all);
      found->gl_pathc += list.count;
      all[offset + found->gl_pathc] = 0;
      found->gl_pathv = all;
    } else {
      error = GLOB_NOSPACE;
    }
  }
  free(list.paths);
  return error;
}

WEAK void globfree(glob_t *found) {
  for (size_t i = 0; i < found->gl_pathc; i++) free(found->gl_pathv[found->gl_offs + i]);
  free(found->gl_pathv);
  found->gl_pathc = 0;
  found->gl_pathv = 0;
}
