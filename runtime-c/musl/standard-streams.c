/*
 * stdin, stdout and stderr as variables, as glibc has them: programs assign them, and printf goes along. wasi-libc's are
 * constants, and its own functions go by what they were.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "host.h"

/* What wasi-libc's constants point to. */
extern char __stdin_FILE[], __stdout_FILE[], __stderr_FILE[];

FILE *__nearmiss_stdin = (FILE *)__stdin_FILE;
FILE *__nearmiss_stdout = (FILE *)__stdout_FILE;
FILE *__nearmiss_stderr = (FILE *)__stderr_FILE;

WEAK int vprintf(const char *restrict format, va_list list) { return vfprintf(stdout, format, list); }

WEAK int printf(const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = vfprintf(stdout, format, list);
  va_end(list);
  return result;
}

WEAK int vscanf(const char *restrict format, va_list list) { return vfscanf(stdin, format, list); }

WEAK int scanf(const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = vfscanf(stdin, format, list);
  va_end(list);
  return result;
}

WEAK int puts(const char *text) {
  return fputs(text, stdout) < 0 || putc('\n', stdout) < 0 ? EOF : 0;
}
WEAK int putchar(int c) { return putc(c, stdout); }
WEAK int putchar_unlocked(int c) { return putc_unlocked(c, stdout); }
WEAK int getchar(void) { return getc(stdin); }
WEAK int getchar_unlocked(void) { return getc_unlocked(stdin); }

WEAK void perror(const char *text) {
  int number = errno;
  fprintf(stderr, "%s%s%s\n", text ? text : "", text && text[0] ? ": " : "", strerror(number));
  errno = number;
}
