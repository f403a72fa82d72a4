/* What scanf's parts share: characters from a stream or a string, one of which may be given back. */
#ifndef NEARMISS_SCAN_H
#define NEARMISS_SCAN_H
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct source {
  FILE *stream;
  const char *text;
  /* Read and not given back. */
  long long count;
};

int __nm_scan(struct source *source, const char *format, va_list list);
int __nm_scan_next(struct source *source);
void __nm_scan_back(struct source *source, int character);

/* 1, and the number; 0: what stands there is none; -1: there is nothing. precision: 0, 1, 2 as in float-text.h. */
int __nm_scan_float(struct source *source, int width, int precision, long double *value);
int __nm_scan_integer(struct source *source, int width, int base, int is_signed, unsigned long long *value);

#endif
