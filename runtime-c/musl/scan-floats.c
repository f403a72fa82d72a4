/*
 * What floats.c does for strings, for the numbers that scanf reads: which characters belong to the number is decided
 * here, a branch for each decision as ever, and libc converts a concrete copy of them. Every reader of numbers in libc
 * calls __floatscan; the linker gives them this one in its place (--wrap), and libc's own as __real___floatscan.
 *
 * What is read, and what is given back, is to the byte what musl's does. `pok`: a prefix that is a number is one, as
 * for strtod; scanf can't give back that much, and has read nothing then.
 *
 * Functions are known by their names, the user's too: none here has one that a program would give its own.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "float-text.h"

/* musl's FILE as far as its readers of numbers look at it. */
struct stream {
  unsigned flags;
  unsigned char *position, *end;
  void *unused[7];
  unsigned char *buffer;
  void *unused_too[10];
  unsigned char *end_of_scan;
  long long limit, count;
  char more[128];
};

int __shgetc(FILE *file);
void __shlim(FILE *file, long long limit);
long double __floatscan(FILE *file, int precision, int pok);
long double __real___floatscan(FILE *file, int precision, int pok);

/* The linker wraps only what it has: a name that nobody mentions stays in its archive. */
long double (*const __nm_floatscan)(FILE *, int, int) = __floatscan;

static int __nm_scan_next(FILE *file) {
  struct stream *stream = (struct stream *)file;
  return stream->position != stream->end_of_scan ? *stream->position++ : __shgetc(file);
}

static void __nm_scan_back(FILE *file) {
  struct stream *stream = (struct stream *)file;
  if (stream->limit >= 0) stream->position--;
}

static long double __nm_scan_nothing(FILE *file) {
  __shlim(file, 0);
  return 0;
}

static long double __nm_scan_no_number(FILE *file) {
  errno = EINVAL;
  return __nm_scan_nothing(file);
}

/* The characters of a number; few as a rule. */
struct text {
  char *characters;
  size_t length, room;
  char few[64];
};

static void __nm_scan_put(struct text *text, int c) {
  if (text->length + 1 >= text->room) {
    char *old = text->characters;
    char *bigger = malloc(text->room * 2);
    if (!bigger) return;
    for (size_t i = 0; i < text->length; i++) bigger[i] = old[i];
    if (old != text->few) free(old);
    text->characters = bigger;
    text->room *= 2;
  }
  text->characters[text->length++] = (char)c;
}

long double __nm_float_of(const char *text, int precision) {
  struct stream string = {.position = (unsigned char *)text, .buffer = (unsigned char *)text};
  string.end = (unsigned char *)-1;
  __shlim((FILE *)&string, 0);
  return __real___floatscan((FILE *)&string, precision, 1);
}

static void __nm_scan_forget(struct text *text) {
  if (text->characters != text->few) free(text->characters);
}

static long double __nm_scan_converted(struct text *text, int precision) {
  for (size_t i = 0; i < text->length; i++) text->characters[i] = concrete(text->characters[i]);
  text->characters[text->length] = 0;
  long double value = __nm_float_of(text->characters, precision);
  __nm_scan_forget(text);
  return value;
}

/* Behind its letter. False: there are no digits; what was read of it is given back as far as that goes. */
static int __nm_scan_exponent(FILE *file, int letter, struct text *text, int pok) {
  int c = __nm_scan_next(file);
  int sign = 0;
  if (c == '+' || c == '-') {
    sign = c;
    c = __nm_scan_next(file);
    if (!is_digit(c) && pok) __nm_scan_back(file);
  }
  if (!is_digit(c)) {
    __nm_scan_back(file);
    return 0;
  }
  __nm_scan_put(text, letter);
  if (sign) __nm_scan_put(text, sign);
  for (; is_digit(c); c = __nm_scan_next(file)) __nm_scan_put(text, c);
  __nm_scan_back(file);
  return 1;
}

/* Digits with or without a point, and an exponent. */
static long double __nm_scan_number(FILE *file, int c, struct text *text, int precision, int pok, int is_hex,
                                    int is_negative) {
  int (*belongs)(char) = is_hex ? is_hexadecimal : is_digit;
  int letter = is_hex ? 'p' : 'e';
  int any = 0;
  int pointed = 0;
  int all = 0;
  for (;; c = __nm_scan_next(file)) {
    if (belongs(c)) {
      any = 1;
      all |= c - '0';
    } else if (c == '.' && !pointed) {
      pointed = 1;
    } else {
      break;
    }
    __nm_scan_put(text, c);
  }
  if (!any && is_hex) {
    __nm_scan_back(file);
    if (!pok) {
      __shlim(file, 0);
    } else {
      __nm_scan_back(file);
      if (pointed) __nm_scan_back(file);
    }
    return is_negative ? -0.0L : 0.0L;
  }
  if (any && (c | 32) == letter) {
    if (!__nm_scan_exponent(file, letter, text, pok)) {
      if (!pok) {
        __nm_scan_forget(text);
        return __nm_scan_nothing(file);
      }
      __nm_scan_back(file);
    }
  } else {
    __nm_scan_back(file);
  }
  if (!any) return __nm_scan_no_number(file);
  /* Zero or not is what programs ask first of what they were given: a way each. */
  volatile int kept = 0;
  if (!is_hex && !all) kept = 1;
  return __nm_scan_converted(text, precision);
}

static long double __nm_scan_not_a_number(FILE *file, int pok) {
  if (__nm_scan_next(file) != '(') {
    __nm_scan_back(file);
    return NAN;
  }
  for (size_t length = 1;; length++) {
    int c = __nm_scan_next(file);
    if (is_digit(c) || is_letter(c) || c == '_') continue;
    if (c == ')') return NAN;
    __nm_scan_back(file);
    if (!pok) return __nm_scan_no_number(file);
    while (length--) __nm_scan_back(file);
    return NAN;
  }
}

long double __wrap___floatscan(FILE *file, int precision, int pok) {
  struct text text;
  text.characters = text.few;
  text.length = 0;
  text.room = sizeof text.few;
  int c;
  while (is_space(c = __nm_scan_next(file))) {
  }
  int is_negative = 0;
  if (c == '+' || c == '-') {
    is_negative = c == '-';
    __nm_scan_put(&text, is_negative ? '-' : '+');
    c = __nm_scan_next(file);
  }
  size_t matched;
  for (matched = 0; matched < 8 && (c | 32) == "infinity"[matched]; matched++) {
    if (matched < 7) c = __nm_scan_next(file);
  }
  if (matched == 3 || matched == 8 || (matched > 3 && pok)) {
    if (matched != 8) {
      __nm_scan_back(file);
      for (; pok && matched > 3; matched--) __nm_scan_back(file);
    }
    return is_negative ? -INFINITY : INFINITY;
  }
  if (matched == 0) {
    for (; matched < 3 && (c | 32) == "nan"[matched]; matched++) {
      if (matched < 2) c = __nm_scan_next(file);
    }
    if (matched == 3) return __nm_scan_not_a_number(file, pok);
  }
  if (matched > 0) {
    __nm_scan_back(file);
    return __nm_scan_no_number(file);
  }
  if (c == '0') {
    c = __nm_scan_next(file);
    if ((c | 32) == 'x') {
      __nm_scan_put(&text, '0');
      __nm_scan_put(&text, 'x');
      return __nm_scan_number(file, __nm_scan_next(file), &text, precision, pok, 1, is_negative);
    }
    __nm_scan_back(file);
    c = '0';
  }
  return __nm_scan_number(file, c, &text, precision, pok, 0, is_negative);
}
