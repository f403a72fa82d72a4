/*
 * Text to floats. libc turns digits into a float by arithmetic on big integers; with symbolic digits each of its
 * carries is a question that takes a solver longer than everything else the program does, and in the end the float
 * is concrete all the same. So: which characters belong to the number is found out here, a branch for each decision
 * as ever; then they are made concrete, and libc is given what it needs no solver for.
 */
#include <stddef.h>

#include "float-text.h"

/* How much of a word (lower case) the text begins with, in either case. */
static size_t common(const char *text, const char *word) {
  size_t length = 0;
  while (word[length] && (text[length] | 32) == word[length]) length++;
  return length;
}

/* Behind the exponent, or where it would have begun. */
static const char *behind_exponent(const char *at, char letter) {
  if ((*at | 32) != letter) return at;
  const char *digits = at + 1;
  if (*digits == '+' || *digits == '-') digits++;
  if (!is_digit(*digits)) return at;
  while (is_digit(*digits)) digits++;
  return digits;
}

/* Behind digits with or without a point, or NULL where there are none. */
static const char *behind_digits(const char *at, int (*belongs)(char), int *is_zero) {
  int any = 0;
  char all = 0;
  for (int pointed = 0;; at++) {
    if (belongs(*at)) {
      any = 1;
      all |= *at - '0';
    } else if (*at == '.' && !pointed) {
      pointed = 1;
    } else {
      break;
    }
  }
  *is_zero = !all;
  return any ? at : NULL;
}

/* Where the number ends that begins here, behind its sign; NULL if none does. */
static const char *behind_number(const char *at) {
  int is_zero;
  size_t word = common(at, "infinity");
  if (word >= 3) return at + (word == 8 ? 8 : 3);
  if (common(at, "nan") == 3) {
    const char *name = at + 3;
    if (*name != '(') return name;
    do name++;
    while (is_digit(*name) || is_letter(*name) || *name == '_');
    return *name == ')' ? name + 1 : at + 3;
  }
  if (*at == '0' && (at[1] | 32) == 'x') {
    const char *end = behind_digits(at + 2, is_hexadecimal, &is_zero);
    return end ? behind_exponent(end, 'p') : at + 1;
  }
  const char *end = behind_digits(at, is_digit, &is_zero);
  if (!end) return NULL;
  /* Zero or not is what programs ask first of what they were given: a way each. */
  volatile int kept = 0;
  if (is_zero) kept = 1;
  return behind_exponent(end, 'e');
}

/* The text of the number, concrete, for libc to convert. */
static const char *number_at(const char *text, char **end) {
  const char *start = text;
  while (is_space(*start)) start++;
  const char *number = start + (*start == '+' || *start == '-');
  const char *behind = behind_number(number);
  if (end) *end = (char *)(behind ? behind : text);
  return behind ? start : NULL;
}

/* A program that brings its own keeps it. */
#define WEAK __attribute__((weak))

#define CONVERSION(name, type, precision)                                  \
  WEAK type name(const char *restrict text, char **restrict end) {         \
    char *behind;                                                          \
    const char *start = number_at(text, &behind);                          \
    if (end) *end = behind;                                                \
    if (!start) return 0;                                                  \
    size_t length = behind - start;                                        \
    char copy[length + 1];                                                 \
    for (size_t i = 0; i < length; i++) copy[i] = concrete(start[i]);      \
    copy[length] = 0;                                                      \
    return (type)__nm_float_of(copy, precision);                           \
  }

CONVERSION(strtod, double, 1)
CONVERSION(strtof, float, 0)
CONVERSION(strtold, long double, 2)

WEAK double atof(const char *text) { return strtod(text, NULL); }
