/* e^x, logarithms, powers, and what is made of them. */
#include "elementary.h"
#include "../compiler/quad.h"

/* e^x - 1 for |x| below 0.4 / 256, and then doubled eight times: (1 + y)^2 - 1 = y (y + 2). */
static long double small_exponential(long double x) {
  long double sum = 0;
  x /= 256;
  sum = (sum + 1.0L / 39916800) * x;
  sum = (sum + 1.0L / 3628800) * x;
  sum = (sum + 1.0L / 362880) * x;
  sum = (sum + 1.0L / 40320) * x;
  sum = (sum + 1.0L / 5040) * x;
  sum = (sum + 1.0L / 720) * x;
  sum = (sum + 1.0L / 120) * x;
  sum = (sum + 1.0L / 24) * x;
  sum = (sum + 1.0L / 6) * x;
  sum = (sum + 1.0L / 2) * x;
  sum = (sum + 1) * x;
  for (int i = 0; i < 8; i++) sum *= sum + 2;
  return sum;
}

WEAK long double expm1l(long double x) {
  if (is_nan_value(x) || x == 0) return x;
  if (x > 12000) return is_infinite(x) ? x : too_large(0);
  if (x < -100) return -1;
  if (__builtin_fabsl(x) < 0.4L) return small_exponential(x);
  return expl(x) - 1;
}
WEAK long double expl(long double x) {
  if (is_nan_value(x)) return x;
  if (x > 12000) return is_infinite(x) ? x : too_large(0);
  if (x < -12000) {
    if (!is_infinite(x)) errno = ERANGE;
    return 0;
  }
  int power = (int)(x / LN2 + (x < 0 ? -0.5L : 0.5L));
  /* ln 2 in two parts, so that the power's share is exact. */
  long double rest = x - power * 0x2c5c85fdf473de6af278ece60p-98L;
  rest -= power * 1.947045092380749951587959573333273802785282989e-31L;
  return scalbnl(1 + small_exponential(rest), power);
}
WEAK long double exp2l(long double x) {
  if (is_nan_value(x)) return x;
  if (x > 17000 || x < -17000) return expl(x);
  long double whole = (long double)(int)x;
  return scalbnl(expl((x - whole) * LN2), (int)whole);
}
WEAK long double exp10l(long double x) { return powl(10, x); }

/* ln m of 0.7 to 1.42: twice the inverse hyperbolic tangent. */
static long double series(long double ratio) {
  long double square = ratio * ratio, sum = 0;
  sum = (sum + 1.0L / 49) * square;
  sum = (sum + 1.0L / 47) * square;
  sum = (sum + 1.0L / 45) * square;
  sum = (sum + 1.0L / 43) * square;
  sum = (sum + 1.0L / 41) * square;
  sum = (sum + 1.0L / 39) * square;
  sum = (sum + 1.0L / 37) * square;
  sum = (sum + 1.0L / 35) * square;
  sum = (sum + 1.0L / 33) * square;
  sum = (sum + 1.0L / 31) * square;
  sum = (sum + 1.0L / 29) * square;
  sum = (sum + 1.0L / 27) * square;
  sum = (sum + 1.0L / 25) * square;
  sum = (sum + 1.0L / 23) * square;
  sum = (sum + 1.0L / 21) * square;
  sum = (sum + 1.0L / 19) * square;
  sum = (sum + 1.0L / 17) * square;
  sum = (sum + 1.0L / 15) * square;
  sum = (sum + 1.0L / 13) * square;
  sum = (sum + 1.0L / 11) * square;
  sum = (sum + 1.0L / 9) * square;
  sum = (sum + 1.0L / 7) * square;
  sum = (sum + 1.0L / 5) * square;
  sum = (sum + 1.0L / 3) * square;
  return 2 * ratio * (sum + 1);
}
WEAK long double logl(long double x) {
  int power;
  if (is_nan_value(x) || x == __builtin_infl()) return x;
  if (x == 0) return too_large(1);
  if (x < 0) return undefined();
  x = frexpl(x, &power);
  if (x < 0.70710678118654752440L) {
    x *= 2;
    power--;
  }
  return series((x - 1) / (x + 1)) + power * LN2;
}
WEAK long double log1pl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (x > -0.3L && x < 0.4L) return series(x / (x + 2));
  return logl(1 + x);
}
WEAK long double log2l(long double x) {
  int power;
  if (x > 0 && !is_infinite(x) && frexpl(x, &power) == 0.5L) return power - 1;
  return logl(x) / LN2;
}
WEAK long double log10l(long double x) { return logl(x) / 2.30258509299404568401799145468436420760110148862877L; }

static int is_whole(long double y) { return __builtin_fabsl(y) >= 0x1p112L || (long double)(__int128)y == y; }
static int is_odd(long double y) { return __builtin_fabsl(y) < 0x1p113L && is_whole(y) && ((__int128)y & 1); }

/* By multiplying, where that is exact or as good: small whole powers. */
static long double whole_power(long double x, int power) {
  long double result = 1;
  for (; power; power >>= 1, x *= x)
    if (power & 1) result *= x;
  return result;
}

WEAK long double powl(long double x, long double y) {
  if (y == 0 || x == 1) return 1;
  if (is_nan_value(x) || is_nan_value(y)) return x + y;
  int negative = x < 0 || (x == 0 && signbit(x));
  int flips = negative && is_odd(y);
  long double size = __builtin_fabsl(x);
  if (x == 0) {
    if (y < 0) return is_infinite(y) ? __builtin_infl() : too_large(flips);
    return flips ? -0.0L : 0;
  }
  if (is_infinite(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? __builtin_infl() : 0;
  if (is_infinite(x)) {
    long double result = y > 0 ? size : 0;
    return flips ? -result : result;
  }
  if (negative && !is_whole(y)) return undefined();
  long double result;
  if (is_whole(y) && __builtin_fabsl(y) <= 64) {
    result = whole_power(size, (int)__builtin_fabsl(y));
    if (y < 0) result = 1 / result;
    if (is_infinite(result)) return too_large(flips);
    if (result == 0) errno = ERANGE;
  } else {
    long double power = y * logl(size);
    if (power > 12000) return too_large(flips);
    result = expl(power);
  }
  return flips ? -result : result;
}

WEAK long double sqrtl(long double x) {
  uwide bits = bits_of(x);
  if (is_nan(bits) || x == 0) return x;
  if (x < 0) return undefined();
  if (is_special(bits)) return x;
  struct parts parts = parts_of(bits);
  int up = leading_zeros(parts.fraction) - 15;
  parts.fraction <<= up;
  int power = parts.exponent - up - QUAD_BIAS;
  /* The root of fraction * 2^118 or so, bit by bit; an even power is left outside. */
  if (power & 1) {
    parts.fraction <<= 1;
    power--;
  }
  /* Two bits of the number for each of the root. */
  uwide root = 0, left = 0;
  for (int i = 0; i < 116; i++) {
    int at = 112 - 2 * i;
    unsigned two = at >= 0 ? (unsigned)(parts.fraction >> at) & 3 : 0;
    left = left << 2 | two;
    uwide tried = root << 2 | 1;
    root <<= 1;
    if (left >= tried) {
      left -= tried;
      root |= 1;
    }
  }
  return quad_of(rounded(0, power / 2 + QUAD_BIAS, root | (left != 0)));
}
WEAK long double cbrtl(long double x) {
  if (x == 0 || is_nan_value(x) || is_infinite(x)) return x;
  long double size = __builtin_fabsl(x), root = expl(logl(size) / 3);
  root -= (root - size / (root * root)) / 3;
  return x < 0 ? -root : root;
}
WEAK long double hypotl(long double x, long double y) {
  if (is_infinite(x) || is_infinite(y)) return __builtin_infl();
  return sqrtl(x * x + y * y);
}

WEAK long double sinhl(long double x) {
  if (x == 0 || is_nan_value(x) || is_infinite(x)) return x;
  if (__builtin_fabsl(x) > 11400) return too_large(x < 0);
  long double more = expm1l(__builtin_fabsl(x)), result = (more + more / (more + 1)) / 2;
  return x < 0 ? -result : result;
}
WEAK long double coshl(long double x) {
  if (__builtin_fabsl(x) > 11400 && !is_infinite(x)) return too_large(0);
  long double power = expl(__builtin_fabsl(x));
  return (power + 1 / power) / 2;
}
WEAK long double tanhl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (__builtin_fabsl(x) > 60) return x < 0 ? -1 : 1;
  long double more = expm1l(2 * x);
  return more / (more + 2);
}
WEAK long double asinhl(long double x) {
  if (x == 0 || is_nan_value(x) || is_infinite(x)) return x;
  long double size = __builtin_fabsl(x), square = size * size;
  long double result = size > 1e30L ? logl(size) + LN2 : log1pl(size + square / (1 + sqrtl(1 + square)));
  return x < 0 ? -result : result;
}
WEAK long double acoshl(long double x) {
  if (is_nan_value(x)) return x;
  if (x < 1) return undefined();
  if (x > 1e30L) return logl(x) + LN2;
  long double more = x - 1;
  return log1pl(more + sqrtl(2 * more + more * more));
}
WEAK long double atanhl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  long double size = __builtin_fabsl(x);
  if (size >= 1) return size == 1 ? too_large(x < 0) : undefined();
  long double result = log1pl(2 * size / (1 - size)) / 2;
  return x < 0 ? -result : result;
}

FROM_LONG(exp)
FROM_LONG(expm1)
FROM_LONG(exp2)
FROM_LONG(exp10)
FROM_LONG(log)
FROM_LONG(log1p)
FROM_LONG(log2)
FROM_LONG(log10)
FROM_LONG(cbrt)
FROM_LONG(sinh)
FROM_LONG(cosh)
FROM_LONG(tanh)
FROM_LONG(asinh)
FROM_LONG(acosh)
FROM_LONG(atanh)
FROM_LONG_2(pow)
FROM_LONG_2(hypot)
WEAK double pow10(double x) { return exp10(x); }
