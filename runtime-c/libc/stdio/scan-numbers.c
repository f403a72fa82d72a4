/*
 * Numbers that scanf reads: the longest beginning of what could be one, of which one character can be given back. Floats
 * are converted from a concrete copy (floats.c says why).
 */
#include "scan.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "../../float-text.h"

struct reader {
  struct source *source;
  int left;
  int c;
};

static void advance(struct reader *reader) {
  if (reader->left == 0) {
    reader->c = EOF;
    return;
  }
  reader->left--;
  reader->c = __nm_scan_next(reader->source);
}
/* The character that was looked at and is not taken. */
static void leave(struct reader *reader) {
  if (reader->c != EOF) __nm_scan_back(reader->source, reader->c);
}
static void begin(struct reader *reader, struct source *source, int width) {
  reader->source = source;
  reader->left = width;
  advance(reader);
}

static int digit_of(int c, int base) {
  unsigned digit = (unsigned)c - '0';
  if (base <= 10) return digit < (unsigned)base ? (int)digit : -1;
  if (digit < 10) return (int)digit;
  unsigned letter = ((unsigned)c | 32) - 'a';
  return letter < (unsigned)base - 10 ? (int)letter + 10 : -1;
}

int __nm_scan_integer(struct source *source, int width, int base, int is_signed, unsigned long long *value) {
  struct reader reader;
  begin(&reader, source, width);
  if (reader.c == EOF) return -1;
  int is_negative = 0, any = 0, fits = 1, digit;
  if (reader.c == '+' || reader.c == '-') {
    is_negative = reader.c == '-';
    advance(&reader);
  }
  if ((base == 0 || base == 16) && reader.c == '0') {
    any = 1;
    advance(&reader);
    if ((reader.c | 32) == 'x' && reader.c != EOF) {
      /* With nothing behind it that is 0, as glibc has it. */
      base = 16;
      advance(&reader);
    } else if (base == 0) {
      base = 8;
    }
  } else if (base == 0) {
    base = 10;
  }
  unsigned long long number = 0, most = is_signed ? (unsigned long long)LLONG_MAX + (unsigned)is_negative : ULLONG_MAX;
  int safe = 0, count = 0;
  for (unsigned long long room = LLONG_MAX; room >= (unsigned)base; room /= (unsigned)base) safe++;
  for (; (digit = digit_of(reader.c, base)) >= 0; advance(&reader), count++) {
    any = 1;
    if (!fits) continue;
    if (count >= safe && number > (most - (unsigned)digit) / (unsigned)base) fits = 0;
    else number = number * (unsigned)base + (unsigned)digit;
  }
  leave(&reader);
  if (!any) return 0;
  if (!fits) {
    errno = ERANGE;
    *value = most;
    return 1;
  }
  *value = is_negative ? -number : number;
  return 1;
}

/* The characters of a number; few as a rule. */
struct text {
  char *characters;
  size_t length, room;
  char few[64];
};

static void put(struct text *text, int c) {
  if (text->length + 1 >= text->room) {
    char *old = text->characters, *bigger = malloc(text->room * 2);
    if (!bigger) return;
    for (size_t i = 0; i < text->length; i++) bigger[i] = old[i];
    if (old != text->few) free(old);
    text->characters = bigger;
    text->room *= 2;
  }
  text->characters[text->length++] = (char)c;
}

/* How much of the word stands there, in either case. */
static int matched(struct reader *reader, const char *word) {
  int count = 0;
  for (; word[count] && reader->c != EOF && (reader->c | 32) == word[count]; count++) advance(reader);
  return count;
}

/* Behind the sign. 0 where it is no number. */
static int read_number(struct reader *reader, struct text *text) {
  int is_hex = 0, any = 0, pointed = 0, all = 0;
  if (reader->c == '0') {
    put(text, '0');
    any = 1;
    advance(reader);
    if (reader->c != EOF && (reader->c | 32) == 'x' && reader->left > 0) {
      put(text, 'x');
      is_hex = 1;
      any = 0;
      advance(reader);
    }
  }
  for (; reader->c != EOF; advance(reader)) {
    if (is_hex ? is_hexadecimal((char)reader->c) : is_digit((char)reader->c)) {
      any = 1;
      all |= reader->c - '0';
    } else if (reader->c == '.' && !pointed) {
      pointed = 1;
    } else {
      break;
    }
    put(text, reader->c);
  }
  /* `0x.` is 0 to glibc, though `0x` is nothing. */
  if (!any && !(is_hex && pointed)) return 0;
  if (reader->c != EOF && (reader->c | 32) == (is_hex ? 'p' : 'e')) {
    /* Without digits it is read all the same, as glibc does, and comes to nothing. */
    put(text, reader->c);
    advance(reader);
    if (reader->c == '+' || reader->c == '-') {
      put(text, reader->c);
      advance(reader);
    }
    for (; reader->c != EOF && is_digit((char)reader->c); advance(reader)) put(text, reader->c);
  }
  /* Zero or not is what programs ask first of what they were given: a way each. */
  volatile int kept = 0;
  if (!is_hex && !all) kept = 1;
  return 1;
}

int __nm_scan_float(struct source *source, int width, int precision, long double *value) {
  struct reader reader;
  struct text text;
  text.characters = text.few;
  text.length = 0;
  text.room = sizeof text.few;
  begin(&reader, source, width);
  if (reader.c == EOF) return -1;
  int is_negative = 0, result = 1;
  if (reader.c == '+' || reader.c == '-') {
    is_negative = reader.c == '-';
    if (is_negative) put(&text, '-');
    advance(&reader);
  }
  int word = matched(&reader, "nan");
  if (word == 3) {
    *value = is_negative ? -NAN : NAN;
  } else if (word > 0) {
    result = 0;
  } else if ((word = matched(&reader, "infinity")) > 0) {
    result = word == 3 || word == 8;
    *value = is_negative ? -INFINITY : INFINITY;
  } else if ((result = read_number(&reader, &text))) {
    for (size_t i = 0; i < text.length; i++) text.characters[i] = concrete(text.characters[i]);
    text.characters[text.length] = 0;
    *value = __nm_float_of(text.characters, precision);
  }
  leave(&reader);
  if (text.characters != text.few) free(text.characters);
  return result;
}
