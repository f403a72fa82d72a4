// nearmiss: explore --entry attempt --len path=0..2000 --max-runs 14
// expect: finding string-overflow @joined
// nearmiss: explore --entry attempt_fixed --len path=0..40
// expect: complete true
// expect: no findings
// expect: verified string-overflow
// An FTP-like path resolver: the test of the length forgets the NUL, so exactly one length overflows the buffer.

#include <string.h>

static const char *home = "/home/ftp";

static int resolve(const char *path, char *resolved, size_t size, size_t nul) {
  strcpy(resolved, home);
  if (path[0] == '/')
    path++;
  if (strlen(resolved) + strlen(path) + 1 + nul > size)
    return -1;
  strcat(resolved, "/");
  strcat(resolved, path); /* BUG:joined */
  return resolved[0] != '/';
}

int attempt(char *path) {
  char resolved[1024];
  return resolve(path, resolved, sizeof resolved, 0);
}

int attempt_fixed(char *path) {
  char resolved[32];
  return resolve(path, resolved, sizeof resolved, 1);
}
