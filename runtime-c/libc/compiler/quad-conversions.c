/* long double from and to everything else, and 128-bit integers from and to floats. */
#include "quad.h"

typedef __int128 wide;

WEAK long double __extenddftf2(double value) {
  union {
    double value;
    uint64_t bits;
  } from = {value};
  uwide sign = (uwide)(from.bits >> 63) << 127;
  uint64_t fraction = from.bits & 0xfffffffffffff;
  int exponent = (int)(from.bits >> 52 & 0x7ff);
  if (exponent == 0x7ff) return quad_of(sign | INFINITE | (uwide)fraction << 60 | (fraction ? QUIET : 0));
  if (exponent) return quad_of(sign | (uwide)(unsigned)(exponent - 1023 + QUAD_BIAS) << 112 | (uwide)fraction << 60);
  return quad_of(rounded(sign, 1 - 1023 + QUAD_BIAS, (uwide)fraction << 63));
}
/* Every float is a double. */
WEAK long double __extendsftf2(float value) { return __extenddftf2(value); }

/* To a format of `bits` bits with exponents of `size` bits, stored in the lowest ones. */
static uint64_t narrowed(long double value, int bits, int size) {
  uwide from = bits_of(value);
  uint64_t sign = (uint64_t)(from >> 127) << (bits + size - 1);
  int special = (1 << size) - 1, bias = special >> 1, stored = bits - 1, drop = 112 - stored;
  if (is_special(from)) {
    uwide fraction = from & FRACTION;
    uint64_t kept = fraction ? (uint64_t)(fraction >> drop) | 1ull << (stored - 1) : 0;
    return sign | (uint64_t)special << stored | kept;
  }
  struct parts parts = parts_of(from);
  int exponent = parts.exponent - QUAD_BIAS + bias;
  if (exponent >= special) return sign | (uint64_t)special << stored;
  if (exponent <= 0) {
    parts.fraction = shifted_down(parts.fraction, 1 - exponent);
    exponent = 1;
  }
  uwide half = ONE << (drop - 1), behind = parts.fraction & ((ONE << drop) - 1);
  uint64_t kept = (uint64_t)(parts.fraction >> drop);
  if (behind > half || (behind == half && (kept & 1))) kept++;
  /* kept has its leading bit, or is not normal: then the exponent is 0, one less. */
  uint64_t result = ((uint64_t)(unsigned)(exponent - 1) << stored) + kept;
  if (result >= (uint64_t)special << stored) result = (uint64_t)special << stored;
  return sign | result;
}
WEAK double __trunctfdf2(long double value) {
  union {
    uint64_t bits;
    double value;
  } to = {narrowed(value, 53, 11)};
  return to.value;
}
WEAK float __trunctfsf2(long double value) {
  union {
    uint32_t bits;
    float value;
  } to = {(uint32_t)narrowed(value, 24, 8)};
  return to.value;
}

WEAK long double __floatuntitf(uwide number) {
  if (number == 0) return 0;
  /* The last bits may be too many. */
  int down = 13 - leading_zeros(number);
  if (down > 0) return quad_of(rounded(0, QUAD_BIAS + 115 + down, shifted_down(number, down)));
  return quad_of(rounded(0, QUAD_BIAS + 115, number));
}
WEAK long double __floattitf(wide number) {
  return number < 0 ? -__floatuntitf(-(uwide)number) : __floatuntitf((uwide)number);
}
WEAK long double __floatunditf(uint64_t number) { return __floatuntitf(number); }
WEAK long double __floatditf(int64_t number) { return __floattitf(number); }
WEAK long double __floatunsitf(uint32_t number) { return __floatuntitf(number); }
WEAK long double __floatsitf(int32_t number) { return __floattitf(number); }

/* The whole part of its size, at most `most`: what does not fit is undefined in C, and stays at the end here. */
static uwide whole(long double value, uwide most) {
  uwide bits = bits_of(value) & ~SIGN;
  int exponent = (int)(bits >> 112) - QUAD_BIAS;
  if (bits > INFINITE || exponent < 0) return 0;
  if (exponent > 127) return most;
  uwide fraction = (bits & FRACTION) | ONE << 112;
  uwide number = exponent < 112 ? fraction >> (112 - exponent) : fraction << (exponent - 112);
  return number > most ? most : number;
}
static int is_below(long double value) { return (bits_of(value) & SIGN) != 0; }
static wide signed_whole(long double value, uwide most) {
  return is_below(value) ? (wide)-whole(value, most + 1) : (wide)whole(value, most);
}
WEAK uwide __fixunstfti(long double value) { return is_below(value) ? 0 : whole(value, ~(uwide)0); }
WEAK uint64_t __fixunstfdi(long double value) { return is_below(value) ? 0 : (uint64_t)whole(value, UINT64_MAX); }
WEAK uint32_t __fixunstfsi(long double value) { return is_below(value) ? 0 : (uint32_t)whole(value, UINT32_MAX); }
WEAK wide __fixtfti(long double value) { return signed_whole(value, ~(uwide)0 >> 1); }
WEAK int64_t __fixtfdi(long double value) { return (int64_t)signed_whole(value, INT64_MAX); }
WEAK int32_t __fixtfsi(long double value) { return (int32_t)signed_whole(value, INT32_MAX); }

/* By way of long double, which holds every double and float, and rounds 128 bits no more than once: see below. */
WEAK uwide __fixunsdfti(double value) { return __fixunstfti(value); }
WEAK uwide __fixunssfti(float value) { return __fixunstfti(value); }
WEAK wide __fixdfti(double value) { return __fixtfti(value); }
WEAK wide __fixsfti(float value) { return __fixtfti(value); }

/* 128 bits have more than long double keeps: the last of them are put together first, so that it is rounded once. */
static long double kept(uwide number) {
  int down = 64 - leading_zeros(number);
  return down > 0 ? __floatuntitf(shifted_down(number, down)) * quad_of((uwide)(unsigned)(QUAD_BIAS + down) << 112)
                  : __floatuntitf(number);
}
WEAK double __floatuntidf(uwide number) { return (double)kept(number); }
WEAK float __floatuntisf(uwide number) { return (float)kept(number); }
WEAK double __floattidf(wide number) { return number < 0 ? -(double)kept(-(uwide)number) : (double)kept((uwide)number); }
WEAK float __floattisf(wide number) { return number < 0 ? -(float)kept(-(uwide)number) : (float)kept((uwide)number); }

WEAK double __powidf2(double base, int power) {
  double result = 1;
  int is_negative = power < 0;
  for (;; base *= base) {
    if (power & 1) result *= base;
    power /= 2;
    if (power == 0) break;
  }
  return is_negative ? 1 / result : result;
}
WEAK float __powisf2(float base, int power) {
  float result = 1;
  int is_negative = power < 0;
  for (;; base *= base) {
    if (power & 1) result *= base;
    power /= 2;
    if (power == 0) break;
  }
  return is_negative ? 1 / result : result;
}
