/* Of long doubles what doubles have as instructions. */
#include <limits.h>
#include "elementary.h"
#include "../compiler/quad.h"

WEAK long double truncl(long double x) {
  uwide bits = bits_of(x);
  int exponent = (int)(bits >> 112 & QUAD_SPECIAL) - QUAD_BIAS;
  if (exponent >= 112) return x;
  if (exponent < 0) return quad_of(bits & SIGN);
  return quad_of(bits >> (112 - exponent) << (112 - exponent));
}
WEAK long double floorl(long double x) {
  long double whole = truncl(x);
  return whole > x ? whole - 1 : whole;
}
WEAK long double ceill(long double x) {
  long double whole = truncl(x);
  return whole < x ? copysignl(whole + 1, x) : whole;
}
WEAK long double roundl(long double x) {
  long double whole = truncl(x);
  if (fabsl(x - whole) >= 0.5L) whole += copysignl(1, x);
  return copysignl(whole, x);
}
WEAK long double rintl(long double x) {
  if (!(fabsl(x) < 0x1p112L)) return x;
  long double large = copysignl(0x1p112L, x);
  return copysignl(x + large - large, x);
}
WEAK long double nearbyintl(long double x) { return rintl(x); }
WEAK long lroundl(long double x) { return (long)roundl(x); }
WEAK long long llroundl(long double x) { return (long long)roundl(x); }
WEAK long lrintl(long double x) { return (long)rintl(x); }
WEAK long long llrintl(long double x) { return (long long)rintl(x); }
WEAK long double modfl(long double x, long double *whole) {
  *whole = truncl(x);
  return copysignl(is_infinite(x) ? 0 : x - *whole, x);
}
WEAK long double fmaxl(long double x, long double y) { return x != x ? y : y != y ? x : x < y ? y : x; }
WEAK long double fminl(long double x, long double y) { return x != x ? y : y != y ? x : x < y ? x : y; }
WEAK long double fdiml(long double x, long double y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }
WEAK long double nanl(const char *text) { return NAN; }
WEAK long double nextafterl(long double x, long double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) return copysignl(quad_of(1), y);
  return quad_of((x < y) == (x > 0) ? bits_of(x) + 1 : bits_of(x) - 1);
}
WEAK long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }
WEAK double nexttoward(double x, long double y) {
  return x != x || y != y ? (double)(x + y) : x == y ? (double)y : nextafter(x, x < y ? INFINITY : -INFINITY);
}
WEAK float nexttowardf(float x, long double y) {
  return x != x || y != y ? (float)(x + y) : x == y ? (float)y : nextafterf(x, x < y ? INFINITY : -INFINITY);
}
WEAK int ilogbl(long double x) {
  int power;
  if (x == 0) return FP_ILOGB0;
  if (x != x) return FP_ILOGBNAN;
  if (is_infinite(x)) return INT_MAX;
  frexpl(x, &power);
  return power - 1;
}
WEAK long double logbl(long double x) { return x == 0 ? -INFINITY : x - x != 0 ? x * x : ilogbl(x); }
WEAK long double scalblnl(long double x, long power) { return scalbnl(x, power > INT_MAX ? INT_MAX : power < INT_MIN ? INT_MIN : (int)power); }
WEAK double significand(double x) { return scalbn(x, -ilogb(x)); }
