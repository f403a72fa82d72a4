/* What printf and wprintf share. */
#ifndef NEARMISS_FORMAT_H
#define NEARMISS_FORMAT_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Where formatted text goes: any number of pieces. `count` is what it comes to, sent or not; negative once it failed. */
struct sink {
  void (*send)(struct sink *sink, const char *text, size_t length);
  long long count;
  void *target;
  size_t room;
};

/* One conversion, as it is written between % and its letter. */
struct conversion {
  int left, plus, space, alternative, zeros, grouped;
  /* -1: none was given. */
  int width, precision;
  char letter;
};

void __nm_sink(struct sink *sink, const char *text, size_t length);
void __nm_sink_padding(struct sink *sink, char with, long long count);
/* A sign or prefix, zeros and a body, in a field. */
void __nm_sink_field(struct sink *sink, const struct conversion *how, const char *prefix, size_t prefix_length,
                     long long zeros, const char *body, size_t length);
void __nm_format_float(struct sink *sink, const struct conversion *how, long double value, int is_long);
/* What is sent, or -1 and errno. */
int __nm_format(struct sink *sink, const char *format, va_list list);

/*
 * A finite number other than zero, exactly: its decimal digits without zeros in front or behind, the first of them worth
 * 10 to the power of the result. `digits` has room for __nm_most_digits.
 */
enum { __nm_most_digits = 11600 };
int __nm_decimal_digits(long double value, char *digits, int *count);

#endif
