/* The scanf family. */
#include "scan.h"
#include "stream.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int __nm_scan_next(struct source *source) {
  int c;
  if (source->stream) {
    c = __nm_get(source->stream);
  } else {
    c = (unsigned char)*source->text;
    if (!c) return EOF;
    source->text++;
  }
  if (c != EOF) source->count++;
  return c;
}
void __nm_scan_back(struct source *source, int c) {
  source->count--;
  if (source->stream) __nm_unget(source->stream, c);
  else source->text--;
}

static int is_space(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }

static void skip_space(struct source *source) {
  int c;
  while (is_space(c = __nm_scan_next(source))) continue;
  if (c != EOF) __nm_scan_back(source, c);
}

enum length { PLAIN, CHAR, SHORT, LONGER, LONGEST, SIZED, DIFFERENCE, BIG };

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
    case 'j':
      return LONGEST;
    case 'z':
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

static void store(void *to, enum length length, unsigned long long number) {
  switch (length) {
    case CHAR:
      *(char *)to = (char)number;
      break;
    case SHORT:
      *(short *)to = (short)number;
      break;
    case LONGER:
      *(long *)to = (long)number;
      break;
    case SIZED:
    case DIFFERENCE:
      *(ptrdiff_t *)to = (ptrdiff_t)number;
      break;
    case LONGEST:
    case BIG:
      *(long long *)to = (long long)number;
      break;
    default:
      *(int *)to = (int)number;
  }
}

/* Numbers too large for a long end at its ends, as strtol does; shorter ones are cut off. */
static unsigned long long fitted(unsigned long long number, enum length length, int is_signed) {
  if (length == LONGEST || length == BIG || sizeof(long) == sizeof(long long)) return number;
  if (is_signed) {
    long long value = (long long)number;
    if (value > LONG_MAX) return LONG_MAX;
    if (value < LONG_MIN) return (unsigned long long)(long long)LONG_MIN;
    return number;
  }
  /* -1 is as large as an unsigned long gets. */
  if (number > ULONG_MAX && -number > ULONG_MAX) return ULONG_MAX;
  return number;
}

/* Where the set that begins behind [ ends, at its ]. */
static const char *end_of_set(const char *set) {
  if (*set == '^') set++;
  if (*set == ']') set++;
  while (*set && *set != ']') set++;
  return set;
}
static int is_in(const char *set, const char *end, int c) {
  int inverted = *set == '^';
  if (inverted) set++;
  for (const char *at = set; at < end; at++) {
    if (at[0] == '-' && at > set && at + 1 < end) {
      if ((unsigned char)at[-1] <= c && c <= (unsigned char)at[1]) return !inverted;
      at++;
    }
    if ((unsigned char)*at == c) return !inverted;
  }
  return inverted;
}

/* Where text goes: what the caller gave, or a block that grows; bytes or wide characters; or nowhere. */
struct target {
  char *bytes;
  char **grown;
  size_t length, room;
  int is_wide;
  mbstate_t state;
};
static int put(struct target *target, int c) {
  wchar_t wide;
  size_t unit = target->is_wide ? sizeof wide : 1;
  if (!target->bytes && !target->grown) return 1;
  if (target->is_wide) {
    char byte = (char)c;
    size_t used = mbrtowc(&wide, &byte, 1, &target->state);
    if (used == (size_t)-2) return 1;
    if (used == (size_t)-1) return 0;
  }
  if (target->grown && target->length == target->room) {
    size_t room = target->room ? 2 * target->room : 32;
    char *larger = realloc(*target->grown, room * unit);
    if (!larger) return 0;
    *target->grown = target->bytes = larger;
    target->room = room;
  }
  if (target->is_wide) ((wchar_t *)target->bytes)[target->length++] = wide;
  else target->bytes[target->length++] = (char)c;
  return 1;
}

/* 1, 0: nothing fits, -1: nothing is there. */
static int scan_text(struct source *source, char letter, const char *set, const char *end, int width,
                     struct target *target) {
  int count = 0, c = EOF;
  for (; count < width; count++) {
    c = __nm_scan_next(source);
    if (c == EOF) break;
    if (letter == 's' ? is_space(c) : letter == '[' && !is_in(set, end, c)) {
      __nm_scan_back(source, c);
      break;
    }
    if (!put(target, c)) return 0;
  }
  if (letter == 'c' && count < width) return count == 0 || c == EOF ? (count == 0 ? -1 : 1) : 0;
  if (count == 0) return c == EOF ? -1 : 0;
  if (letter != 'c' && !put(target, 0)) return 0;
  return 1;
}

int __nm_scan(struct source *source, const char *format, va_list given) {
  int done = 0, result = 1;
  va_list list;
  va_copy(list, given);
  for (; *format && result > 0; format++) {
    if (is_space((unsigned char)*format)) {
      while (is_space((unsigned char)format[1])) format++;
      skip_space(source);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        skip_space(source);
      }
      int c = __nm_scan_next(source);
      if (c == EOF) result = -1;
      else if (c != (unsigned char)*format) {
        __nm_scan_back(source, c);
        result = 0;
      }
      continue;
    }
    format++;
    int ignores = 0, allocates = 0, width = 0;
    const char *digits = format;
    int place = 0;
    while ((unsigned char)(*digits - '0') < 10) place = place * 10 + (*digits++ - '0');
    if (digits > format && *digits == '$') format = digits + 1;
    else place = 0;
    if (*format == '*') {
      ignores = 1;
      format++;
    }
    if (*format == '\'') format++;
    for (; (unsigned char)(*format - '0') < 10; format++) width = width < 100000000 ? width * 10 + (*format - '0') : width;
    if (*format == 'm') {
      allocates = 1;
      format++;
    }
    enum length length = read_length(&format);
    char letter = *format;
    if (letter == 'C' || letter == 'S') {
      length = LONGER;
      letter |= 32;
    }
    void *to = 0;
    if (!ignores) {
      if (place) {
        va_list others;
        va_copy(others, given);
        while (place-- > 0) to = va_arg(others, void *);
        va_end(others);
      } else {
        to = va_arg(list, void *);
      }
    }
    if (letter == 'n') {
      if (to) store(to, length, (unsigned long long)source->count);
      continue;
    }
    if (letter != 'c' && letter != '[') skip_space(source);
    const char *set = format + 1, *end = set;
    unsigned long long number;
    long double real;
    switch (letter) {
      case 'd':
      case 'u':
      case 'i':
      case 'o':
      case 'x':
      case 'X':
      case 'p': {
        int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'd' || letter == 'u' ? 10 : 16;
        int is_signed = letter == 'd' || letter == 'i';
        result = __nm_scan_integer(source, width ? width : INT_MAX, base, is_signed, &number);
        if (result > 0 && to) {
          if (letter == 'p') *(void **)to = (void *)(uintptr_t)number;
          else store(to, length, fitted(number, length, is_signed));
        }
        break;
      }
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        result = __nm_scan_float(source, width ? width : INT_MAX,
                                 length == LONGER ? 1 : length == BIG || length == LONGEST ? 2 : 0, &real);
        if (result > 0 && to) {
          if (length == LONGER) *(double *)to = (double)real;
          else if (length == BIG || length == LONGEST) *(long double *)to = real;
          else *(float *)to = (float)real;
        }
        break;
      case '[':
        end = end_of_set(set);
        format = *end ? end : end - 1;
        if (!*end) {
          result = 0;
          break;
        }
      case 'c':
      case 's': {
        struct target target = {0};
        target.is_wide = length == LONGER;
        if (allocates && to) {
          target.grown = to;
          *target.grown = 0;
        } else {
          target.bytes = to;
        }
        result = scan_text(source, letter, set, end, width ? width : letter == 'c' ? 1 : INT_MAX, &target);
        if (result <= 0 && target.grown) {
          free(*target.grown);
          *target.grown = 0;
        }
        break;
      }
      default:
        result = 0;
    }
    if (result > 0 && !ignores) done++;
  }
  va_end(list);
  return result < 0 && done == 0 ? EOF : done;
}

WEAK int vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  struct source source = {stream, 0, 0};
  return __nm_scan(&source, format, list);
}
WEAK int vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  struct source source = {0, text, 0};
  return __nm_scan(&source, format, list);
}
WEAK int vscanf(const char *restrict format, va_list list) { return vfscanf(stdin, format, list); }

#define SCANNER(parameters, last, call)         \
  WEAK int parameters {                         \
    va_list list;                               \
    va_start(list, last);                       \
    int count = call;                           \
    va_end(list);                               \
    return count;                               \
  }
SCANNER(scanf(const char *restrict format, ...), format, vfscanf(stdin, format, list))
SCANNER(fscanf(FILE *restrict stream, const char *restrict format, ...), format, vfscanf(stream, format, list))
SCANNER(sscanf(const char *restrict text, const char *restrict format, ...), format, vsscanf(text, format, list))
SCANNER(__isoc99_scanf(const char *restrict format, ...), format, vfscanf(stdin, format, list))
SCANNER(__isoc99_sscanf(const char *restrict text, const char *restrict format, ...), format, vsscanf(text, format, list))
SCANNER(__isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...), format, vfscanf(stream, format, list))
