/*
 * Files nobody has to name. The names are counted, not drawn: the same in every run. The sandbox has a folder /tmp
 * from the moment somebody asks for a name in it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "host.h"

static unsigned made;

static void spell(char *place) {
  unsigned number = made++;
  for (int i = 5; i >= 0; i--, number /= 26) place[i] = 'a' + number % 26;
}

static void have_tmp(const char *path) {
  int error = errno;
  if (!strncmp(path, "/tmp/", 5)) mkdir("/tmp", 0777);
  errno = error;
}

/* Where the six X are, or NULL. */
static char *blank(char *template, int suffix) {
  size_t length = strlen(template);
  if (suffix >= 0 && length >= 6 + (size_t)suffix) {
    char *place = template + length - suffix - 6;
    if (!memcmp(place, "XXXXXX", 6)) return place;
  }
  errno = EINVAL;
  return 0;
}

WEAK int mkostemps(char *template, int suffix, int flags) {
  char *place = blank(template, suffix);
  if (!place) return -1;
  have_tmp(template);
  for (int tries = 0; tries < 100; tries++) {
    spell(place);
    int file = open(template, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0) return file;
    if (errno != EEXIST) break;
  }
  memcpy(place, "XXXXXX", 6);
  return -1;
}

WEAK int mkstemps(char *template, int suffix) { return mkostemps(template, suffix, 0); }
WEAK int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }
WEAK int mkstemp(char *template) { return mkostemps(template, 0, 0); }

WEAK char *mkdtemp(char *template) {
  char *place = blank(template, 0);
  if (!place) return 0;
  have_tmp(template);
  for (int tries = 0; tries < 100; tries++) {
    spell(place);
    if (mkdir(template, 0700) == 0) return template;
    if (errno != EEXIST) break;
  }
  memcpy(place, "XXXXXX", 6);
  return 0;
}

static int is_free(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 && errno == ENOENT;
}

WEAK char *mktemp(char *template) {
  char *place = blank(template, 0);
  if (place) {
    have_tmp(template);
    for (int tries = 0; tries < 100; tries++) {
      spell(place);
      if (is_free(template)) return template;
    }
  }
  template[0] = 0;
  return template;
}

WEAK char *tmpnam(char *name) {
  static char own[20];
  char *result = name ? name : own;
  strcpy(result, "/tmp/file_XXXXXX");
  return mktemp(result)[0] ? result : 0;
}

WEAK char *tempnam(const char *folder, const char *prefix) {
  if (!folder) folder = "/tmp";
  if (!prefix) prefix = "file_";
  size_t size = strlen(folder) + strlen(prefix) + 8;
  char *name = malloc(size);
  if (!name) return 0;
  snprintf(name, size, "%s/%sXXXXXX", folder, prefix);
  if (mktemp(name)[0]) return name;
  free(name);
  return 0;
}

WEAK FILE *tmpfile(void) {
  char name[] = "/tmp/file_XXXXXX";
  int file = mkostemps(name, 0, 0);
  if (file < 0) return 0;
  unlink(name);
  FILE *stream = fdopen(file, "w+");
  if (!stream) close(file);
  return stream;
}
