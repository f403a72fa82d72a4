/* Sines and their kin, and back. */
#include "elementary.h"

/* For at most pi/4 either way. */
static long double sine(long double x) {
  long double square = x * x, sum = 0;
  sum = (sum + 1.0L / 8841761993739701954543616000000.0L) * square;
  sum = (sum - 1.0L / 10888869450418352160768000000.0L) * square;
  sum = (sum + 1.0L / 15511210043330985984000000.0L) * square;
  sum = (sum - 1.0L / 25852016738884976640000.0L) * square;
  sum = (sum + 1.0L / 51090942171709440000.0L) * square;
  sum = (sum - 1.0L / 121645100408832000.0L) * square;
  sum = (sum + 1.0L / 355687428096000.0L) * square;
  sum = (sum - 1.0L / 1307674368000.0L) * square;
  sum = (sum + 1.0L / 6227020800.0L) * square;
  sum = (sum - 1.0L / 39916800.0L) * square;
  sum = (sum + 1.0L / 362880.0L) * square;
  sum = (sum - 1.0L / 5040.0L) * square;
  sum = (sum + 1.0L / 120.0L) * square;
  sum = (sum - 1.0L / 6.0L) * square;
  return x + x * sum;
}
static long double cosine(long double x) {
  long double square = x * x, sum = 0;
  sum = (sum + 1.0L / 304888344611713860501504000000.0L) * square;
  sum = (sum - 1.0L / 403291461126605635584000000.0L) * square;
  sum = (sum + 1.0L / 620448401733239439360000.0L) * square;
  sum = (sum - 1.0L / 1124000727777607680000.0L) * square;
  sum = (sum + 1.0L / 2432902008176640000.0L) * square;
  sum = (sum - 1.0L / 6402373705728000.0L) * square;
  sum = (sum + 1.0L / 20922789888000.0L) * square;
  sum = (sum - 1.0L / 87178291200.0L) * square;
  sum = (sum + 1.0L / 479001600.0L) * square;
  sum = (sum - 1.0L / 3628800.0L) * square;
  sum = (sum + 1.0L / 40320.0L) * square;
  sum = (sum - 1.0L / 720.0L) * square;
  sum = (sum + 1.0L / 24.0L) * square;
  sum = (sum - 1.0L / 2.0L) * square;
  return 1 + sum;
}

static int reduced(long double x, long double *rest) {
  if (__builtin_fabsl(x) < 0.78L) {
    *rest = x;
    return 0;
  }
  return __nm_quarter(x, rest);
}
WEAK long double sinl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (is_infinite(x)) return undefined();
  long double rest;
  int quarter = reduced(x, &rest);
  long double result = quarter & 1 ? cosine(rest) : sine(rest);
  return quarter & 2 ? -result : result;
}
WEAK long double cosl(long double x) {
  if (is_nan_value(x)) return x;
  if (is_infinite(x)) return undefined();
  long double rest;
  int quarter = reduced(x, &rest);
  long double result = quarter & 1 ? sine(rest) : cosine(rest);
  return quarter == 1 || quarter == 2 ? -result : result;
}
WEAK long double tanl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (is_infinite(x)) return undefined();
  long double rest;
  int quarter = reduced(x, &rest);
  return quarter & 1 ? -cosine(rest) / sine(rest) : sine(rest) / cosine(rest);
}
WEAK void sincosl(long double x, long double *sine_of, long double *cosine_of) {
  *sine_of = sinl(x);
  *cosine_of = cosl(x);
}
WEAK void sincos(double x, double *sine_of, double *cosine_of) {
  *sine_of = sin(x);
  *cosine_of = cos(x);
}
WEAK void sincosf(float x, float *sine_of, float *cosine_of) {
  *sine_of = sinf(x);
  *cosine_of = cosf(x);
}

/* Halved three times, then the series. */
static long double arc_of_small(long double x) {
  for (int i = 0; i < 3; i++) x /= 1 + sqrtl(1 + x * x);
  long double square = x * x, sum = 0;
  sum = (sum + 1.0L / 37) * square;
  sum = (sum - 1.0L / 35) * square;
  sum = (sum + 1.0L / 33) * square;
  sum = (sum - 1.0L / 31) * square;
  sum = (sum + 1.0L / 29) * square;
  sum = (sum - 1.0L / 27) * square;
  sum = (sum + 1.0L / 25) * square;
  sum = (sum - 1.0L / 23) * square;
  sum = (sum + 1.0L / 21) * square;
  sum = (sum - 1.0L / 19) * square;
  sum = (sum + 1.0L / 17) * square;
  sum = (sum - 1.0L / 15) * square;
  sum = (sum + 1.0L / 13) * square;
  sum = (sum - 1.0L / 11) * square;
  sum = (sum + 1.0L / 9) * square;
  sum = (sum - 1.0L / 7) * square;
  sum = (sum + 1.0L / 5) * square;
  sum = (sum - 1.0L / 3) * square;
  return 8 * (x + x * sum);
}
WEAK long double atanl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  long double size = __builtin_fabsl(x);
  long double result = size < 1e-20L ? size : size > 1 ? PI / 2 - arc_of_small(1 / size) : arc_of_small(size);
  return x < 0 ? -result : result;
}
WEAK long double atan2l(long double y, long double x) {
  if (is_nan_value(x) || is_nan_value(y)) return x + y;
  int below = signbit(y) != 0, left = signbit(x) != 0;
  long double result;
  if (y == 0) result = left ? PI : 0;
  else if (x == 0) result = PI / 2;
  else if (is_infinite(x)) result = is_infinite(y) ? (left ? 3 * PI / 4 : PI / 4) : left ? PI : 0;
  else if (is_infinite(y)) result = PI / 2;
  else {
    long double ratio = __builtin_fabsl(y) / __builtin_fabsl(x);
    result = is_infinite(ratio) ? PI / 2 : atanl(ratio);
    if (left) result = PI - result;
  }
  return below ? -result : result;
}
/* Of what is out of range glibc makes a number that is none without a sign. */
static long double no_arc(void) { return -undefined(); }
WEAK long double asinl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (__builtin_fabsl(x) > 1) return no_arc();
  return atan2l(x, sqrtl((1 - x) * (1 + x)));
}
WEAK long double acosl(long double x) {
  if (is_nan_value(x)) return x;
  if (__builtin_fabsl(x) > 1) return no_arc();
  return 2 * atan2l(sqrtl(1 - x), sqrtl(1 + x));
}

FROM_LONG(sin)
FROM_LONG(cos)
FROM_LONG(tan)
FROM_LONG(asin)
FROM_LONG(acos)
FROM_LONG(atan)
FROM_LONG_2(atan2)
