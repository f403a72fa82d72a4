/* Floats as their bits: what needs no arithmetic. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include "../compiler/quad.h"

/* What clang calls where a function is no instruction for it. */
#define UNARY(name, builtin)                              \
  WEAK double name(double x) { return builtin(x); }       \
  WEAK float name##f(float x) { return builtin##f(x); }
UNARY(fabs, __builtin_fabs)
UNARY(floor, __builtin_floor)
UNARY(ceil, __builtin_ceil)
UNARY(trunc, __builtin_trunc)
UNARY(rint, __builtin_rint)
UNARY(nearbyint, __builtin_nearbyint)
UNARY(sqrt, __builtin_sqrt)
WEAK double copysign(double x, double y) { return __builtin_copysign(x, y); }
WEAK float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
WEAK long double copysignl(long double x, long double y) { return quad_of((bits_of(x) & ~SIGN) | (bits_of(y) & SIGN)); }
WEAK long double fabsl(long double x) { return quad_of(bits_of(x) & ~SIGN); }

WEAK int __fpclassify(double x) {
  union {
    double value;
    uint64_t bits;
  } all = {x};
  int exponent = (int)(all.bits >> 52 & 0x7ff);
  uint64_t fraction = all.bits << 12;
  if (exponent == 0x7ff) return fraction ? FP_NAN : FP_INFINITE;
  return exponent ? FP_NORMAL : fraction ? FP_SUBNORMAL : FP_ZERO;
}
WEAK int __fpclassifyf(float x) {
  union {
    float value;
    uint32_t bits;
  } all = {x};
  int exponent = (int)(all.bits >> 23 & 0xff);
  uint32_t fraction = all.bits << 9;
  if (exponent == 0xff) return fraction ? FP_NAN : FP_INFINITE;
  return exponent ? FP_NORMAL : fraction ? FP_SUBNORMAL : FP_ZERO;
}
WEAK int __fpclassifyl(long double x) {
  uwide bits = bits_of(x) & ~SIGN;
  if (bits >= INFINITE) return bits > INFINITE ? FP_NAN : FP_INFINITE;
  return bits > FRACTION ? FP_NORMAL : bits ? FP_SUBNORMAL : FP_ZERO;
}
WEAK int __signbit(double x) {
  union {
    double value;
    uint64_t bits;
  } all = {x};
  return (int)(all.bits >> 63);
}
WEAK int __signbitf(float x) {
  union {
    float value;
    uint32_t bits;
  } all = {x};
  return (int)(all.bits >> 31);
}
WEAK int __signbitl(long double x) { return (bits_of(x) & SIGN) != 0; }
#undef isnan
#undef isinf
#undef finite
WEAK int isnan(double x) { return x != x; }
WEAK int isinf(double x) { return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0; }
WEAK int finite(double x) { return x - x == 0; }
WEAK int finitef(float x) { return x - x == 0; }

WEAK double scalbn(double x, int power) {
  /* Twice is enough from end to end, if the first step keeps all bits. */
  if (power > 1023) {
    x *= 0x1p1023;
    power -= 1023;
    if (power > 1023) {
      x *= 0x1p1023;
      power -= 1023;
      if (power > 1023) power = 1023;
    }
  } else if (power < -1022) {
    x *= 0x1p-969;
    power += 969;
    if (power < -1022) {
      x *= 0x1p-969;
      power += 969;
      if (power < -1022) power = -1022;
    }
  }
  union {
    uint64_t bits;
    double value;
  } factor = {(uint64_t)(1023 + power) << 52};
  return x * factor.value;
}
WEAK float scalbnf(float x, int power) { return (float)scalbn(x, power); }
WEAK double ldexp(double x, int power) { return scalbn(x, power); }
WEAK float ldexpf(float x, int power) { return scalbnf(x, power); }
WEAK double scalbln(double x, long power) { return scalbn(x, power > INT_MAX ? INT_MAX : power < INT_MIN ? INT_MIN : (int)power); }
WEAK float scalblnf(float x, long power) { return (float)scalbln(x, power); }
WEAK long double scalbnl(long double x, int power) {
  uwide bits = bits_of(x);
  if (is_special(bits) || !(bits & ~SIGN)) return x;
  struct parts parts = parts_of(bits);
  if (power > 40000) power = 40000;
  if (power < -40000) power = -40000;
  return quad_of(rounded(parts.sign, parts.exponent + power, parts.fraction << 3));
}
WEAK long double ldexpl(long double x, int power) { return scalbnl(x, power); }

WEAK double frexp(double x, int *power) {
  union {
    double value;
    uint64_t bits;
  } all = {x};
  int exponent = (int)(all.bits >> 52 & 0x7ff);
  if (exponent == 0x7ff || x == 0) {
    *power = 0;
    return x;
  }
  if (exponent == 0) {
    double scaled = frexp(x * 0x1p64, power);
    *power -= 64;
    return scaled;
  }
  *power = exponent - 1022;
  all.bits = (all.bits & 0x800fffffffffffff) | 1022ull << 52;
  return all.value;
}
WEAK float frexpf(float x, int *power) { return (float)frexp(x, power); }
WEAK long double frexpl(long double x, int *power) {
  uwide bits = bits_of(x);
  *power = 0;
  if (is_special(bits) || !(bits & ~SIGN)) return x;
  struct parts parts = parts_of(bits);
  int up = leading_zeros(parts.fraction) - 15;
  *power = parts.exponent - up - QUAD_BIAS + 1;
  return quad_of(parts.sign | (uwide)(QUAD_BIAS - 1) << 112 | (parts.fraction << up & FRACTION));
}

WEAK double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(isinf(x) ? 0 : x - *whole, x);
}
WEAK float modff(float x, float *whole) {
  *whole = truncf(x);
  return copysignf(__builtin_isinf(x) ? 0 : x - *whole, x);
}

/* Away from zero at one half. */
WEAK double round(double x) {
  double whole = trunc(x);
  if (fabs(x - whole) >= 0.5) whole += copysign(1, x);
  return copysign(whole, x);
}
WEAK float roundf(float x) { return (float)round(x); }
#define TO_INTEGER(name, type, with)                            \
  WEAK type name(double x) { return (type)with(x); }            \
  WEAK type name##f(float x) { return (type)with((double)x); }
TO_INTEGER(lround, long, round)
TO_INTEGER(llround, long long, round)
TO_INTEGER(lrint, long, rint)
TO_INTEGER(llrint, long long, rint)

/* A number that is none stands back. */
WEAK double fmax(double x, double y) { return x != x ? y : y != y ? x : x == y ? (signbit(x) ? y : x) : x < y ? y : x; }
WEAK double fmin(double x, double y) { return x != x ? y : y != y ? x : x == y ? (signbit(x) ? x : y) : x < y ? x : y; }
WEAK float fmaxf(float x, float y) { return (float)fmax(x, y); }
WEAK float fminf(float x, float y) { return (float)fmin(x, y); }
WEAK double fdim(double x, double y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }
WEAK float fdimf(float x, float y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }
WEAK double nan(const char *text) { return NAN; }
WEAK float nanf(const char *text) { return NAN; }

WEAK double nextafter(double x, double y) {
  union {
    double value;
    uint64_t bits;
  } all = {x};
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    all.bits = 1;
    return copysign(all.value, y);
  }
  if ((x < y) == (x > 0)) all.bits++;
  else all.bits--;
  return all.value;
}
WEAK float nextafterf(float x, float y) {
  union {
    float value;
    uint32_t bits;
  } all = {x};
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    all.bits = 1;
    return copysignf(all.value, y);
  }
  if ((x < y) == (x > 0)) all.bits++;
  else all.bits--;
  return all.value;
}

WEAK int ilogb(double x) {
  int power;
  if (x == 0) return FP_ILOGB0;
  if (x != x) return FP_ILOGBNAN;
  if (isinf(x)) return INT_MAX;
  frexp(x, &power);
  return power - 1;
}
WEAK int ilogbf(float x) { return ilogb(x); }
WEAK double logb(double x) { return x == 0 ? -INFINITY : x - x != 0 ? x * x : ilogb(x); }
WEAK float logbf(float x) { return (float)logb(x); }
