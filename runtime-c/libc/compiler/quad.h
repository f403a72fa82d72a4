/* A long double taken apart: IEEE's binary128. */
#ifndef NEARMISS_QUAD_H
#define NEARMISS_QUAD_H
#include <stdint.h>
#include "host.h"

typedef unsigned __int128 uwide;
enum { QUAD_BITS = 113, QUAD_BIAS = 16383, QUAD_SPECIAL = 0x7fff };

union quad {
  long double value;
  uwide bits;
  struct {
    uint64_t low, high;
  };
};

#define ONE ((uwide)1)
#define FRACTION ((ONE << 112) - 1)
#define SIGN (ONE << 127)
#define INFINITE ((uwide)QUAD_SPECIAL << 112)
#define QUIET (ONE << 111)

static inline long double quad_of(uwide bits) {
  union quad all = {.bits = bits};
  return all.value;
}
static inline uwide bits_of(long double value) {
  union quad all = {.value = value};
  return all.bits;
}
static inline int leading_zeros(uwide bits) {
  uint64_t high = (uint64_t)(bits >> 64);
  return high ? __builtin_clzll(high) : 64 + ((uint64_t)bits ? __builtin_clzll((uint64_t)bits) : 64);
}
/* What is shifted out stays as one bit. */
static inline uwide shifted_down(uwide bits, int by) {
  if (by <= 0) return bits;
  if (by > 127) return bits != 0;
  return bits >> by | ((bits & ((ONE << by) - 1)) != 0);
}

/*
 * `fraction` has three bits more than a number keeps, the last of them for all that is behind it, and is worth
 * fraction * 2^(exponent - bias - 115), whatever its leading bit. To nearest, to even.
 */
static inline uwide rounded(uwide sign, int exponent, uwide fraction) {
  if (fraction == 0) return sign;
  int up = leading_zeros(fraction) - 12;
  if (up >= 0) fraction <<= up;
  else fraction = shifted_down(fraction, -up);
  exponent -= up;
  if (exponent <= 0) {
    fraction = shifted_down(fraction, 1 - exponent);
    exponent = 0;
  }
  unsigned behind = (unsigned)fraction & 7;
  fraction >>= 3;
  if (behind > 4 || (behind == 4 && (fraction & 1))) fraction++;
  /* The leading bit is not stored; one that rounding has made adds to the exponent by itself. */
  if (exponent == 0) return sign | fraction;
  uwide bits = ((uwide)(unsigned)exponent << 112) + (fraction - (ONE << 112));
  if (bits >= INFINITE) bits = INFINITE;
  return sign | bits;
}

struct parts {
  uwide sign, fraction;
  int exponent;
};
/* Of a finite number; the fraction with its leading bit, as it is. */
static inline struct parts parts_of(uwide bits) {
  struct parts parts = {bits & SIGN, bits & FRACTION, (int)(bits >> 112) & QUAD_SPECIAL};
  if (parts.exponent) parts.fraction |= ONE << 112;
  else parts.exponent = 1;
  return parts;
}
static inline int is_special(uwide bits) { return (bits & INFINITE) == INFINITE; }
static inline int is_nan(uwide bits) { return (bits & ~SIGN) > INFINITE; }

#endif
