/*
 * Text to integers, for any character and any width. One decision a character: is it a digit of this base? Whether the
 * number still fits is asked only where so many digits could be too many.
 */
#ifndef NEARMISS_INTEGER_TEXT_H
#define NEARMISS_INTEGER_TEXT_H
#include <errno.h>

#define DEFINE_INTEGER_OF(name, character, type)                                                            \
  static int name##_digit(character c, int base) {                                                          \
    unsigned digit = (unsigned)c - '0';                                                                     \
    if (base <= 10) return digit < (unsigned)base ? (int)digit : -1;                                        \
    if (digit < 10) return (int)digit;                                                                      \
    unsigned letter = ((unsigned)c | 32) - 'a';                                                             \
    return letter < (unsigned)base - 10 ? (int)letter + 10 : -1;                                            \
  }                                                                                                         \
  /* The number's size; `most` is the largest it may have, and one more below zero if that is allowed. */   \
  static type name(const character *text, character **end, int base, type most, int is_signed) {            \
    const character *at = text;                                                                             \
    int is_negative = 0, fits = 1;                                                                          \
    if (base < 0 || base == 1 || base > 36) {                                                               \
      errno = EINVAL;                                                                                       \
      return 0;                                                                                             \
    }                                                                                                       \
    while (*at == ' ' || (unsigned)*at - '\t' < 5) at++;                                                    \
    if (*at == '+' || *at == '-') is_negative = *at++ == '-';                                               \
    if ((base == 0 || base == 16) && *at == '0' && (at[1] | 32) == 'x' && name##_digit(at[2], 16) >= 0) {   \
      at += 2;                                                                                              \
      base = 16;                                                                                            \
    } else if (base == 0) {                                                                                 \
      base = *at == '0' ? 8 : 10;                                                                           \
    }                                                                                                       \
    int safe = 0;                                                                                           \
    for (type room = (type)-1 >> 1; room >= (type)base; room /= (type)base) safe++;                         \
    if (is_signed && is_negative) most++;                                                                   \
    type value = 0;                                                                                         \
    const character *first = at;                                                                            \
    for (int digit; (digit = name##_digit(*at, base)) >= 0; at++) {                                         \
      if (!fits) continue;                                                                                  \
      if (at - first >= safe && value > (most - (type)digit) / (type)base) fits = 0;                        \
      else value = value * (type)base + (type)digit;                                                        \
    }                                                                                                       \
    if (end) *end = (character *)(at == first ? text : at);                                                 \
    if (!fits) {                                                                                            \
      errno = ERANGE;                                                                                       \
      return most;                                                                                          \
    }                                                                                                       \
    return is_negative ? -value : value;                                                                    \
  }

#endif
