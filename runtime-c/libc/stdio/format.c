/*
 * printf's formats. What no standard defines is done as glibc does it: (null), (nil), %m, conversions nobody knows, which
 * are printed as they stand.
 */
#include "format.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void __nm_sink(struct sink *sink, const char *text, size_t length) {
  if (length == 0 || sink->count < 0) return;
  sink->send(sink, text, length);
  if (sink->count >= 0) sink->count += (long long)length;
}

void __nm_sink_padding(struct sink *sink, char with, long long count) {
  char block[32];
  if (count <= 0) return;
  memset(block, with, sizeof block);
  for (; count > (long long)sizeof block && sink->count >= 0; count -= sizeof block) __nm_sink(sink, block, sizeof block);
  __nm_sink(sink, block, (size_t)count);
}

void __nm_sink_field(struct sink *sink, const struct conversion *how, const char *prefix, size_t prefix_length,
                     long long zeros, const char *body, size_t length) {
  long long padding = how->width - (long long)prefix_length - zeros - (long long)length;
  if (!how->left) __nm_sink_padding(sink, ' ', padding);
  __nm_sink(sink, prefix, prefix_length);
  __nm_sink_padding(sink, '0', zeros);
  __nm_sink(sink, body, length);
  if (how->left) __nm_sink_padding(sink, ' ', padding);
}

enum kind { NOTHING, INT, LONG, LONG_LONG, INTMAX, SIZE, POINTER_DIFFERENCE, POINTER, DOUBLE, LONG_DOUBLE, WIDE_CHARACTER };

union argument {
  uintmax_t number;
  void *pointer;
  long double real;
};

static void take(union argument *argument, enum kind kind, va_list *list) {
  switch (kind) {
    case NOTHING:
      break;
    case INT:
      argument->number = (uintmax_t)va_arg(*list, int);
      break;
    case WIDE_CHARACTER:
      argument->number = va_arg(*list, wint_t);
      break;
    case LONG:
      argument->number = (uintmax_t)va_arg(*list, long);
      break;
    case LONG_LONG:
    case INTMAX:
      argument->number = (uintmax_t)va_arg(*list, long long);
      break;
    case SIZE:
    case POINTER_DIFFERENCE:
      argument->number = (uintmax_t)va_arg(*list, ptrdiff_t);
      break;
    case POINTER:
      argument->pointer = va_arg(*list, void *);
      break;
    case DOUBLE:
      argument->real = va_arg(*list, double);
      break;
    case LONG_DOUBLE:
      argument->real = va_arg(*list, long double);
      break;
  }
}

/* Lengths: hh h l ll j z t L. */
enum length { PLAIN, CHAR, SHORT, LONGER, LONGEST, MAXIMAL, SIZED, DIFFERENCE, BIG };

static enum length read_length(const char **format) {
  switch (*(*format)++) {
    case 'h':
      if (**format != 'h') return SHORT;
      ++*format;
      return CHAR;
    case 'l':
      if (**format != 'l') return LONGER;
      ++*format;
      return LONGEST;
    case 'q':
      return LONGEST;
    case 'j':
      return MAXIMAL;
    case 'z':
    case 'Z':
      return SIZED;
    case 't':
      return DIFFERENCE;
    case 'L':
      return BIG;
    default:
      --*format;
      return PLAIN;
  }
}

static enum kind kind_of(char letter, enum length length) {
  static const enum kind integers[] = {INT, INT, INT, LONG, LONG_LONG, INTMAX, SIZE, POINTER_DIFFERENCE, LONG_LONG};
  switch (letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
      return integers[length];
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return length == BIG || length == LONGEST ? LONG_DOUBLE : DOUBLE;
    case 'c':
      return length == LONGER ? WIDE_CHARACTER : INT;
    case 'C':
      return WIDE_CHARACTER;
    case 's':
    case 'S':
    case 'p':
    case 'n':
      return POINTER;
    default:
      return NOTHING;
  }
}

/* A number where one stands; -1 where it is too large. */
static int read_number(const char **format) {
  int number = 0;
  while ((unsigned char)(**format - '0') < 10) {
    int digit = *(*format)++ - '0';
    if (number > (INT_MAX - digit) / 10) number = -1;
    if (number >= 0) number = number * 10 + digit;
  }
  return number;
}

/* A conversion as it was read: where its arguments are, counted from 1; 0: the next one, -1: none. */
struct specification {
  struct conversion how;
  enum length length;
  enum kind kind;
  int at, width_at, precision_at;
};

static int read_star(const char **format, int *at) {
  const char *digits = *format + 1;
  int number = read_number(&digits);
  if (digits > *format + 1 && *digits == '$') {
    *at = number;
    *format = digits + 1;
  } else {
    *at = 0;
    ++*format;
  }
  return 0;
}

/* From behind the %; false where a number in it does not fit. */
static int read_specification(const char **format, struct specification *found) {
  struct conversion *how = &found->how;
  memset(found, 0, sizeof *found);
  how->width = 0;
  how->precision = -1;
  found->width_at = found->precision_at = -1;
  const char *digits = *format;
  int number = read_number(&digits);
  if (digits > *format && *digits == '$') {
    found->at = number;
    *format = digits + 1;
  }
  for (;; ++*format) {
    char flag = **format;
    if (flag == '-') how->left = 1;
    else if (flag == '+') how->plus = 1;
    else if (flag == ' ') how->space = 1;
    else if (flag == '#') how->alternative = 1;
    else if (flag == '0') how->zeros = 1;
    else if (flag == '\'') how->grouped = 1;
    else if (flag != 'I') break;
  }
  if (**format == '*') read_star(format, &found->width_at);
  else how->width = read_number(format);
  if (**format == '.') {
    ++*format;
    if (**format == '*') {
      read_star(format, &found->precision_at);
    } else if (**format == '-') {
      ++*format;
      read_number(format);
      how->precision = -1;
    } else {
      how->precision = read_number(format);
      if (how->precision < 0) return 0;
    }
  }
  if (how->width < 0) return 0;
  found->length = read_length(format);
  how->letter = **format;
  if (how->letter) ++*format;
  found->kind = kind_of(how->letter, found->length);
  return 1;
}

static uintmax_t narrowed(uintmax_t number, enum length length, int is_signed) {
  switch (length) {
    case CHAR:
      return is_signed ? (uintmax_t)(signed char)number : (unsigned char)number;
    case SHORT:
      return is_signed ? (uintmax_t)(short)number : (unsigned short)number;
    case PLAIN:
      return is_signed ? (uintmax_t)(int)number : (unsigned)number;
    case LONGER:
      return is_signed ? (uintmax_t)(long)number : (unsigned long)number;
    case SIZED:
    case DIFFERENCE:
      return is_signed ? (uintmax_t)(ptrdiff_t)number : (size_t)number;
    default:
      return number;
  }
}

static void format_integer(struct sink *sink, const struct specification *what, uintmax_t number) {
  const struct conversion *how = &what->how;
  char digits[72], prefix[2];
  char *end = digits + sizeof digits, *start = end;
  size_t prefix_length = 0;
  int is_signed = how->letter == 'd' || how->letter == 'i';
  number = narrowed(number, what->length, is_signed);
  int is_zero = number == 0;
  if (is_signed) {
    if ((intmax_t)number < 0) {
      prefix[prefix_length++] = '-';
      number = -number;
    } else if (how->plus || how->space) {
      prefix[prefix_length++] = how->plus ? '+' : ' ';
    }
  }
  switch (how->letter) {
    case 'x':
    case 'X':
      for (; number; number >>= 4) {
        char digit = (char)(number & 15);
        *--start = (char)(digit < 10 ? '0' + digit : how->letter - ('x' - 'a') + digit - 10);
      }
      break;
    case 'b':
    case 'B':
      for (; number; number >>= 1) *--start = (char)('0' + (number & 1));
      break;
    case 'o':
      for (; number; number >>= 3) *--start = (char)('0' + (number & 7));
      break;
    default:
      if (number <= UINT32_MAX) {
        for (uint32_t rest = (uint32_t)number; rest; rest /= 10) *--start = (char)('0' + rest % 10);
      } else {
        for (; number; number /= 10) *--start = (char)('0' + number % 10);
      }
  }
  if (how->alternative && !is_zero && (how->letter | 32) != 'o' && !is_signed && how->letter != 'u') {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = how->letter;
  }
  long long length = end - start, zeros = 0;
  if (how->precision >= 0) zeros = how->precision - length;
  else if (is_zero) zeros = 1;
  if (how->alternative && how->letter == 'o' && zeros <= 0) zeros = is_zero ? 1 - length : 1;
  if (zeros < 0) zeros = 0;
  if (how->zeros && !how->left && how->precision < 0) {
    long long fill = how->width - length - (long long)prefix_length;
    if (fill > zeros) zeros = fill;
  }
  __nm_sink_field(sink, how, prefix, prefix_length, zeros, start, (size_t)length);
}

static void format_text(struct sink *sink, const struct conversion *how, const char *text) {
  if (!text) text = how->precision < 0 || how->precision >= 6 ? "(null)" : "";
  size_t length = how->precision < 0 ? strlen(text) : strnlen(text, (size_t)how->precision);
  __nm_sink_field(sink, how, 0, 0, 0, text, length);
}

static void format_wide(struct sink *sink, const struct conversion *how, const wchar_t *text) {
  static const wchar_t null[] = L"(null)";
  char bytes[16];
  mbstate_t state = {0};
  if (!text) text = how->precision < 0 || how->precision >= 6 ? null : null + 6;
  long long length = 0, most = how->precision < 0 ? LLONG_MAX : how->precision;
  const wchar_t *end = text;
  for (; length < most && *end; end++) {
    size_t one = wcrtomb(bytes, *end, &state);
    if (one == (size_t)-1) {
      sink->count = -1;
      return;
    }
    if ((long long)one > most - length) break;
    length += (long long)one;
  }
  if (!how->left) __nm_sink_padding(sink, ' ', how->width - length);
  for (; text < end; text++) __nm_sink(sink, bytes, wcrtomb(bytes, *text, &state));
  if (how->left) __nm_sink_padding(sink, ' ', how->width - length);
}

static void store_count(void *to, enum length length, long long count) {
  switch (length) {
    case CHAR:
      *(signed char *)to = (signed char)count;
      break;
    case SHORT:
      *(short *)to = (short)count;
      break;
    case LONGER:
      *(long *)to = (long)count;
      break;
    case SIZED:
    case DIFFERENCE:
      *(ptrdiff_t *)to = (ptrdiff_t)count;
      break;
    case LONGEST:
    case MAXIMAL:
    case BIG:
      *(long long *)to = count;
      break;
    default:
      *(int *)to = (int)count;
  }
}

static void format_one(struct sink *sink, const struct specification *what, const union argument *value, int error) {
  struct conversion how = what->how;
  char character;
  wchar_t wide[2];
  switch (how.letter) {
    case 'c':
      if (what->length != LONGER) {
        character = (char)value->number;
        __nm_sink_field(sink, &how, 0, 0, 0, &character, 1);
        break;
      }
    case 'C':
      wide[0] = (wchar_t)value->number;
      wide[1] = 0;
      how.precision = -1;
      if (wide[0]) format_wide(sink, &how, wide);
      else __nm_sink_field(sink, &how, 0, 0, 0, "", 1);
      break;
    case 's':
      if (what->length != LONGER) {
        format_text(sink, &how, value->pointer);
        break;
      }
    case 'S':
      format_wide(sink, &how, value->pointer);
      break;
    case 'm':
      format_text(sink, &how, strerror(error));
      break;
    case 'p':
      if (!value->pointer) {
        how.precision = -1;
        format_text(sink, &how, "(nil)");
      } else {
        struct specification number = *what;
        number.how.letter = 'x';
        number.how.alternative = 1;
        number.length = SIZED;
        format_integer(sink, &number, (uintptr_t)value->pointer);
      }
      break;
    case 'n':
      store_count(value->pointer, what->length, sink->count);
      break;
    default:
      if (what->kind == DOUBLE || what->kind == LONG_DOUBLE)
        __nm_format_float(sink, &how, value->real, what->kind == LONG_DOUBLE);
      else
        format_integer(sink, what, value->number);
  }
}

/* %1$d: all arguments are taken first, by the kinds that the whole format gives them. */
enum { MOST_PLACES = 128 };

static int take_places(const char *format, union argument *places, va_list *list) {
  enum kind kinds[MOST_PLACES + 1] = {NOTHING};
  int most = 0;
  while (*format) {
    if (*format++ != '%') continue;
    if (*format == '%') {
      format++;
      continue;
    }
    struct specification what;
    if (!read_specification(&format, &what)) return 0;
    const int at[] = {what.at, what.width_at, what.precision_at};
    for (int i = 0; i < 3; i++) {
      if (at[i] > MOST_PLACES) return 0;
      if (at[i] <= 0) continue;
      kinds[at[i]] = i == 0 ? what.kind : INT;
      if (at[i] > most) most = at[i];
    }
  }
  for (int i = 1; i <= most; i++) take(&places[i], kinds[i] == NOTHING ? INT : kinds[i], list);
  return 1;
}

int __nm_format(struct sink *sink, const char *format, va_list given) {
  union argument places[MOST_PLACES + 1];
  int error = errno, placed = 0;
  const char *whole = format;
  va_list list;
  va_copy(list, given);
  while (sink->count >= 0) {
    const char *plain = format;
    while (*format && *format != '%') format++;
    __nm_sink(sink, plain, (size_t)(format - plain));
    if (!*format) break;
    const char *percent = format++;
    if (*format == '%') {
      __nm_sink(sink, format++, 1);
      continue;
    }
    struct specification what;
    if (!read_specification(&format, &what)) {
      errno = EOVERFLOW;
      sink->count = -1;
      break;
    }
    if (!what.how.letter) {
      /* Nothing behind it: glibc says so. */
      errno = EINVAL;
      sink->count = -1;
      break;
    }
    if (!placed && (what.at > 0 || what.width_at > 0 || what.precision_at > 0)) {
      placed = 1;
      if (!take_places(whole, places, &list)) {
        errno = EINVAL;
        sink->count = -1;
        break;
      }
    }
    union argument argument;
    if (what.width_at >= 0) {
      if (what.width_at == 0) take(&argument, INT, &list);
      int width = (int)(what.width_at > 0 ? places[what.width_at] : argument).number;
      if (width < 0) {
        what.how.left = 1;
        if (width == INT_MIN) {
          errno = EOVERFLOW;
          sink->count = -1;
          break;
        }
        width = -width;
      }
      what.how.width = width;
    }
    if (what.precision_at >= 0) {
      if (what.precision_at == 0) take(&argument, INT, &list);
      int precision = (int)(what.precision_at > 0 ? places[what.precision_at] : argument).number;
      what.how.precision = precision < 0 ? -1 : precision;
    }
    if (what.how.left) what.how.zeros = 0;
    if (what.how.letter == '%') {
      __nm_sink(sink, "%", 1);
      continue;
    }
    if (what.kind == NOTHING && what.how.letter != 'm') {
      __nm_sink(sink, percent, (size_t)(format - percent));
      continue;
    }
    if (what.at > 0) argument = places[what.at];
    else take(&argument, what.kind, &list);
    format_one(sink, &what, &argument, error);
  }
  va_end(list);
  if (sink->count > INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  return sink->count < 0 ? -1 : (int)sink->count;
}
