/*
 * Decimal and hexadecimal text to a float, rounded correctly, once, for the precision that is wanted. The digits are one
 * big whole number; times a power of ten, or divided by one bit by bit, it is compared with nothing but itself.
 */
#include "../../float-text.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Bits of the fraction, and the exponents of the smallest and largest normal numbers, by precision. */
static const struct format {
  int bits, least, most;
} formats[] = {{24, -126, 127}, {53, -1022, 1023}, {113, -16382, 16383}};

/*
 * Digits that can matter: what lies halfway between two numbers has no more than these, so that of all behind them only
 * whether there is any other than 0 is of interest.
 */
static const int most_digits[] = {130, 800, 11600};

enum { WORDS = 2600 };

struct big {
  int count;
  uint32_t words[WORDS];
};

static void multiply_add(struct big *number, uint32_t by, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->words[i] * by;
    number->words[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) number->words[number->count++] = (uint32_t)carry;
}

static void times_ten_to(struct big *number, int power) {
  for (; power >= 9; power -= 9) multiply_add(number, 1000000000, 0);
  for (; power > 0; power--) multiply_add(number, 10, 0);
}

static int bits_of(const struct big *number) {
  if (number->count == 0) return 0;
  return 32 * number->count - __builtin_clz(number->words[number->count - 1]);
}

static void shift(struct big *number, int bits) {
  int words = bits / 32, rest = bits % 32;
  if (number->count == 0) return;
  number->words[number->count] = 0;
  for (int i = number->count; i >= 0; i--) {
    uint32_t low = i > 0 && rest ? number->words[i - 1] >> (32 - rest) : 0;
    number->words[i + words] = number->words[i] << rest | low;
  }
  memset(number->words, 0, (size_t)words * sizeof *number->words);
  number->count += words + 1;
  while (number->count > 0 && number->words[number->count - 1] == 0) number->count--;
}

/* Takes `b` away from `a` if it is not larger. */
static int subtract(struct big *a, const struct big *b) {
  if (a->count < b->count) return 0;
  if (a->count == b->count) {
    int i = a->count - 1;
    while (i > 0 && a->words[i] == b->words[i]) i--;
    if (i >= 0 && a->words[i] < b->words[i]) return 0;
  }
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    borrow += (int64_t)a->words[i] - (i < b->count ? b->words[i] : 0);
    a->words[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
  while (a->count > 0 && a->words[a->count - 1] == 0) a->count--;
  return 1;
}

static long double made(uint64_t high, uint64_t low, int exponent) {
  union {
    uint64_t words[2];
    long double value;
  } bits = {{low, (high & 0xffffffffffff) | (uint64_t)exponent << 48}};
  return bits.value;
}

/* fraction (of 128 bits, the first one set) * 2^(exponent - 127), rounded; `rest`: there is more behind it. */
static long double rounded(uint64_t high, uint64_t low, int exponent, int rest, int precision) {
  const struct format *format = &formats[precision];
  int keep = format->bits;
  if (exponent < format->least) keep -= format->least - exponent;
  int is_small = exponent < format->least;
  if (keep < 0) {
    errno = ERANGE;
    return 0;
  }
  /* Bits to drop: 128 - keep, at least 15. */
  int drop = 128 - keep;
  uint64_t half_high = drop > 64 ? 1ull << (drop - 65) : 0, half_low = drop > 64 ? 0 : 1ull << (drop - 1);
  uint64_t behind_high = drop > 64 ? (drop == 128 ? high : high & ((1ull << (drop - 64)) - 1)) : 0;
  uint64_t behind_low = drop >= 64 ? low : low & ((1ull << drop) - 1);
  int is_exact = !behind_high && !behind_low && !rest;
  int above = behind_high > half_high || (behind_high == half_high && behind_low > half_low);
  int at_half = behind_high == half_high && behind_low == half_low;
  high -= behind_high;
  low -= behind_low;
  int is_odd = drop >= 128 ? 0 : drop >= 64 ? high >> (drop - 64) & 1 : low >> drop & 1;
  if (above || (at_half && (rest || is_odd))) {
    uint64_t one_low = drop >= 64 ? 0 : 1ull << drop, one_high = drop >= 64 && drop < 128 ? 1ull << (drop - 64) : 0;
    uint64_t before = low;
    low += one_low;
    high += one_high + (low < before);
    if (drop == 128 || (high == 0 && low == 0)) {
      high = 1ull << 63;
      low = 0;
      exponent++;
    }
  }
  if (exponent > format->most) {
    errno = ERANGE;
    return INFINITY;
  }
  if (is_small && !is_exact) errno = ERANGE;
  if (high == 0) return 0;
  /* As a long double: 113 bits, fewer where it is not normal even there. */
  int down = 15, field = exponent + 16383;
  if (field < 1) {
    down += 1 - field;
    field = 0;
  }
  if (down >= 64) {
    low = down == 64 ? high : high >> (down - 64);
    high = 0;
  } else {
    low = low >> down | high << (64 - down);
    high >>= down;
  }
  return made(high, low, field);
}

/* number * 2^power */
static long double of_big(const struct big *number, int power, int rest, int precision) {
  int bits = bits_of(number);
  uint64_t words[2] = {0, 0};
  for (int i = 0; i < 128; i++) {
    int at = bits - 1 - i;
    if (at < 0) break;
    if (number->words[at / 32] >> (at % 32) & 1) words[i / 64] |= 1ull << (63 - i % 64);
  }
  for (int i = 0; i < bits - 128 && !rest; i++) rest = number->words[i / 32] >> (i % 32) & 1;
  return rounded(words[0], words[1], bits - 1 + power, rest, precision);
}

static long double of_decimal(const char *digits, int precision) {
  static struct big number, divisor;
  int limit = most_digits[precision], count = 0, power = 0, pointed = 0, rest = 0;
  number.count = 0;
  for (; is_digit(*digits) || *digits == '.'; digits++) {
    if (*digits == '.') {
      pointed = 1;
      continue;
    }
    if (count > 0 || *digits != '0') count++;
    if (count <= limit) {
      multiply_add(&number, 10, (uint32_t)(*digits - '0'));
      power -= pointed;
    } else {
      rest |= *digits != '0';
      power += !pointed;
    }
  }
  if (number.count == 0) return 0;
  if (*digits == 'e' || *digits == 'E') {
    int is_negative = *++digits == '-', exponent = 0;
    if (*digits == '-' || *digits == '+') digits++;
    for (; is_digit(*digits); digits++)
      if (exponent < 100000) exponent = exponent * 10 + (*digits - '0');
    power += is_negative ? -exponent : exponent;
  }
  int known = count < limit ? count : limit;
  if (power + known > 5000) {
    errno = ERANGE;
    return INFINITY;
  }
  if (power + known < -5100) {
    errno = ERANGE;
    return 0;
  }
  if (power >= 0) {
    times_ten_to(&number, power);
    return of_big(&number, 0, rest, precision);
  }
  divisor.count = 1;
  divisor.words[0] = 1;
  times_ten_to(&divisor, -power);
  /* A quotient of some 118 bits, bit by bit. */
  int up = bits_of(&divisor) + 118 - bits_of(&number);
  if (up > 0) shift(&number, up);
  int steps = bits_of(&number) - bits_of(&divisor);
  struct { uint64_t high, low; } quotient = {0, 0};
  /* The divisor goes up, and down again by doubling what is left: the same bits. */
  shift(&divisor, steps);
  int taken = 0;
  for (int i = 0; i <= steps && taken < 127; i++) {
    int bit = subtract(&number, &divisor);
    quotient.high = quotient.high << 1 | quotient.low >> 63;
    quotient.low = quotient.low << 1 | (uint64_t)bit;
    shift(&number, 1);
    taken++;
  }
  int left = steps + 1 - taken;
  rest |= number.count > 0;
  int lead = quotient.high ? __builtin_clzll(quotient.high) : 64 + __builtin_clzll(quotient.low);
  for (int i = 0; i < lead; i++) {
    quotient.high = quotient.high << 1 | quotient.low >> 63;
    quotient.low <<= 1;
  }
  return rounded(quotient.high, quotient.low, 127 - lead + left - (up > 0 ? up : 0), rest, precision);
}

static long double of_hexadecimal(const char *digits, int precision) {
  uint64_t high = 0, low = 0;
  int power = 0, pointed = 0, rest = 0;
  for (; is_hexadecimal(*digits) || *digits == '.'; digits++) {
    if (*digits == '.') {
      pointed = 1;
      continue;
    }
    uint64_t digit = (uint64_t)(is_digit(*digits) ? *digits - '0' : (*digits | 32) - 'a' + 10);
    if (high >> 60) {
      rest |= digit != 0;
      power += pointed ? 0 : 4;
    } else {
      high = high << 4 | low >> 60;
      low = low << 4 | digit;
      power -= pointed ? 4 : 0;
    }
  }
  if (!high && !low) return 0;
  if ((*digits | 32) == 'p') {
    int is_negative = *++digits == '-', exponent = 0;
    if (*digits == '-' || *digits == '+') digits++;
    for (; is_digit(*digits); digits++)
      if (exponent < 1000000) exponent = exponent * 10 + (*digits - '0');
    power += is_negative ? -exponent : exponent;
  }
  int lead = high ? __builtin_clzll(high) : 64 + __builtin_clzll(low);
  for (int i = 0; i < lead; i++) {
    high = high << 1 | low >> 63;
    low <<= 1;
  }
  return rounded(high, low, 127 - lead + power, rest, precision);
}

long double __nm_float_of(const char *text, int precision) {
  int is_negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  long double value;
  if ((*text | 32) == 'i') value = INFINITY;
  else if ((*text | 32) == 'n') value = NAN;
  else if (*text == '0' && (text[1] | 32) == 'x') value = of_hexadecimal(text + 2, precision);
  else value = of_decimal(text, precision);
  return is_negative ? -value : value;
}
