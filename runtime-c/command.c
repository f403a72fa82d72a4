/*
 * Other programs. The sandbox has none, so nothing is run: what system returns is any status a command may end
 * with, and exec either ends the program or fails. popen has no model, and is counted. All are weak: a program may
 * bring its own.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "engine.h"
#include "host.h"

static unsigned char outcome(const char *name) {
  unsigned char value;
  __nm_symbolic(&value, 1, name);
  return value;
}

WEAK int system(const char *command) {
  if (!command) return 1;
  return outcome("status of system()") << 8;
}

WEAK FILE *popen(const char *command, const char *mode) {
  UNMODELLED("popen");
  errno = ENOSYS;
  return 0;
}

WEAK int pclose(FILE *stream) { return stream ? fclose(stream) : -1; }

static int replace(void) {
  if (outcome("exec succeeds") & 1) _Exit(0);
  errno = ENOENT;
  return -1;
}

WEAK int execl(const char *path, const char *first, ...) { return replace(); }
WEAK int execlp(const char *file, const char *first, ...) { return replace(); }
WEAK int execle(const char *path, const char *first, ...) { return replace(); }
WEAK int execv(const char *path, char *const args[]) { return replace(); }
WEAK int execvp(const char *file, char *const args[]) { return replace(); }
WEAK int execve(const char *path, char *const args[], char *const environment[]) { return replace(); }
WEAK int execvpe(const char *file, char *const args[], char *const environment[]) { return replace(); }
