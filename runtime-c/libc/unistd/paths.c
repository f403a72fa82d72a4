/*
 * Where a path begins. The sandbox opens files below folders that are open from the start; names are matched without
 * slashes and dots in front, the longest wins. The current folder is ours alone.
 */
#include "paths.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ROOTS = 16, LONGEST = 4096 };

static struct root {
  int file;
  char *name;
  size_t length;
} roots[MOST_ROOTS];
static int root_count = -1;
static char start[2] = "/";
/* Where the program is, by the name that descriptors.c knows. */
char *__wasilibc_cwd = start;

/* How src/build/cc/run.ts tells one that a build runs where it was started. */
void __nearmiss_start_in(uint32_t folder) {
  __wasilibc_cwd = (char *)(uintptr_t)folder;
}

static const char *without_front(const char *path) {
  for (;;) {
    if (*path == '/') path++;
    else if (path[0] == '.' && path[1] == '/') path += 2;
    else if (path[0] == '.' && !path[1]) path++;
    else return path;
  }
}

static void read_roots(void) {
  root_count = 0;
  wasi_prestat status;
  for (int file = 3; root_count < MOST_ROOTS && wasi_fd_prestat_get(file, ADDRESS(&status)) == 0; file++) {
    char *name = malloc(status.name_length + 1);
    if (!name || wasi_fd_prestat_dir_name(file, ADDRESS(name), status.name_length)) break;
    name[status.name_length] = 0;
    const char *bare = without_front(name);
    size_t length = strlen(bare);
    while (length > 0 && bare[length - 1] == '/') length--;
    roots[root_count++] = (struct root){file, (char *)bare, length};
  }
}

int __nm_place(int folder, const char *path, struct place *place) {
  static char joined[2][LONGEST];
  static int turn;
  if (!path[0]) return answer(ENOENT);
  if (folder != AT_FDCWD && path[0] != '/') {
    *place = (struct place){folder, path, (uint32_t)strlen(path)};
    return 0;
  }
  if (path[0] != '/' && __wasilibc_cwd[1]) {
    size_t length = strlen(__wasilibc_cwd), more = strlen(path);
    if (length + more + 2 > LONGEST) return answer(ENAMETOOLONG);
    char *whole = joined[turn ^= 1];
    memcpy(whole, __wasilibc_cwd, length);
    whole[length] = '/';
    memcpy(whole + length + 1, path, more + 1);
    path = whole;
  }
  if (root_count < 0) read_roots();
  path = without_front(path);
  const struct root *best = 0;
  for (int i = root_count; i-- > 0;) {
    const struct root *root = &roots[i];
    if (best && root->length <= best->length) continue;
    if (strncmp(path, root->name, root->length) == 0 &&
        (root->length == 0 || path[root->length] == '/' || !path[root->length]))
      best = root;
  }
  if (!best) return answer(ENOENT);
  path += best->length;
  while (*path == '/') path++;
  if (!*path) path = ".";
  *place = (struct place){best->file, path, (uint32_t)strlen(path)};
  return 0;
}

/* The same path with nothing to leave out of it: `.` and `..` are taken away, links are not followed. */
static int tidy(const char *path, char *to) {
  size_t length = 0;
  to[length++] = '/';
  for (const char *parts[] = {path[0] == '/' ? "" : __wasilibc_cwd, path}, **each = parts; each < parts + 2; each++) {
    const char *at = *each;
    while (*at) {
      while (*at == '/') at++;
      size_t size = 0;
      while (at[size] && at[size] != '/') size++;
      if (size == 2 && at[0] == '.' && at[1] == '.') {
        while (length > 1 && to[length - 1] != '/') length--;
        if (length > 1) length--;
      } else if (size > 0 && !(size == 1 && at[0] == '.')) {
        if (length + size + 2 > LONGEST) return answer(ENAMETOOLONG);
        if (length > 1) to[length++] = '/';
        memcpy(to + length, at, size);
        length += size;
      }
      at += size;
    }
  }
  to[length] = 0;
  return 0;
}

WEAK int chdir(const char *path) {
  char whole[LONGEST];
  struct stat status;
  if (stat(path, &status)) return -1;
  if (!S_ISDIR(status.st_mode)) return answer(ENOTDIR);
  if (tidy(path, whole)) return -1;
  static char current[LONGEST];
  __wasilibc_cwd = strcpy(current, whole);
  return 0;
}

WEAK char *getcwd(char *to, size_t room) {
  size_t size = strlen(__wasilibc_cwd) + 1;
  if (to ? room < size : room && room < size) {
    errno = to && room == 0 ? EINVAL : ERANGE;
    return 0;
  }
  if (!to) to = malloc(room ? room : size);
  return to ? memcpy(to, __wasilibc_cwd, size) : 0;
}
WEAK char *getwd(char *to) { return getcwd(to, LONGEST); }

WEAK char *realpath(const char *restrict path, char *restrict to) {
  char whole[LONGEST], link[LONGEST];
  struct stat status;
  if (!path) {
    errno = EINVAL;
    return 0;
  }
  if (stat(path, &status) || tidy(path, whole)) return 0;
  /* Links are followed part by part, from the front. */
  int links = 0;
  for (size_t end = 1; whole[end - 1];) {
    while (whole[end] && whole[end] != '/') end++;
    char after = whole[end];
    whole[end] = 0;
    ssize_t size = end > 1 ? readlink(whole, link, sizeof link - 1) : -1;
    whole[end] = after;
    if (size < 0) {
      if (!after) break;
      end++;
      continue;
    }
    if (++links > 40) {
      errno = ELOOP;
      return 0;
    }
    char joined[LONGEST], before[LONGEST];
    link[size] = 0;
    size_t parent = end;
    while (parent > 0 && whole[parent - 1] != '/') parent--;
    memcpy(before, whole, parent);
    before[parent] = 0;
    if (parent + (size_t)size + strlen(whole + end) + 2 > LONGEST) {
      errno = ENAMETOOLONG;
      return 0;
    }
    strcpy(joined, link[0] == '/' ? "" : before);
    strcat(joined, link);
    strcat(joined, whole + end);
    if (tidy(joined, whole)) return 0;
    end = 1;
  }
  size_t size = strlen(whole) + 1;
  if (!to) to = malloc(size);
  return to ? memcpy(to, whole, size) : 0;
}
