/* The BSD and GNU ways to say what went wrong and leave. */
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

extern char *program_invocation_name;
extern char *__progname;

WEAK unsigned error_message_count;
WEAK int error_one_per_line;
WEAK void (*error_print_progname)(void);

static void say(const char *format, va_list list) {
  fprintf(stderr, "%s: ", __progname);
  if (format) vfprintf(stderr, format, list);
}

WEAK void vwarnx(const char *format, va_list list) {
  say(format, list);
  fputc('\n', stderr);
}

WEAK void vwarn(const char *format, va_list list) {
  int error = errno;
  say(format, list);
  fprintf(stderr, "%s%s\n", format ? ": " : "", strerror(error));
}

WEAK _Noreturn void verrx(int status, const char *format, va_list list) {
  vwarnx(format, list);
  exit(status);
}

WEAK _Noreturn void verr(int status, const char *format, va_list list) {
  vwarn(format, list);
  exit(status);
}

WEAK void warnx(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarnx(format, list);
  va_end(list);
}

WEAK void warn(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarn(format, list);
  va_end(list);
}

WEAK _Noreturn void errx(int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  verrx(status, format, list);
}

WEAK _Noreturn void err(int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  verr(status, format, list);
}

static void complain(int status, int number, const char *file, unsigned line, const char *format, va_list list) {
  fflush(stdout);
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s:%s", program_invocation_name, file ? "" : " ");
  if (file) fprintf(stderr, "%s:%u: ", file, line);
  vfprintf(stderr, format, list);
  if (number) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  error_message_count++;
  if (status) exit(status);
}

WEAK void error(int status, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  complain(status, number, 0, 0, format, list);
  va_end(list);
}

WEAK void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    if (last_line == line && file && last_file && !strcmp(last_file, file)) return;
    last_file = file, last_line = line;
  }
  va_list list;
  va_start(list, format);
  complain(status, number, file, line, format, list);
  va_end(list);
}
