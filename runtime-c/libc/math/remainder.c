/* What is left of a division, exactly; and products that are rounded once. */
#include "elementary.h"
#include "../compiler/quad.h"

/* |x| modulo |y|, and the last bits of the quotient. */
static long double left_over(long double x, long double y, unsigned *quotient) {
  struct parts a = parts_of(bits_of(x)), b = parts_of(bits_of(y));
  uwide left = a.fraction;
  unsigned q = 0;
  if (a.exponent < b.exponent) {
    *quotient = 0;
    return __builtin_fabsl(x);
  }
  for (int steps = a.exponent - b.exponent; steps >= 0; steps--) {
    q <<= 1;
    if (left >= b.fraction) {
      left -= b.fraction;
      q |= 1;
    }
    if (steps > 0) {
      left <<= 1;
      /* Numbers that are not normal have room above; others stay below 2^114. */
      if (left == 0) {
        q = steps > 31 ? 0 : q << (steps - 1 < 0 ? 0 : steps);
        break;
      }
    }
  }
  *quotient = q;
  return quad_of(rounded(0, b.exponent, left << 3));
}

WEAK long double fmodl(long double x, long double y) {
  unsigned quotient;
  if (is_nan_value(x) || is_nan_value(y)) return x + y;
  if (is_infinite(x) || y == 0) return undefined();
  if (is_infinite(y) || x == 0) return x;
  return copysignl(left_over(x, y, &quotient), x);
}
WEAK long double remquol(long double x, long double y, int *quotient) {
  unsigned last = 0;
  *quotient = 0;
  if (is_nan_value(x) || is_nan_value(y)) return x + y;
  if (is_infinite(x) || y == 0) return undefined();
  if (is_infinite(y) || x == 0) return x;
  long double rest = left_over(x, y, &last), size = __builtin_fabsl(y);
  if (rest > size - rest || (rest == size - rest && last & 1)) {
    rest -= size;
    last++;
  }
  *quotient = (int)(last & 7);
  if ((x < 0) != (y < 0)) *quotient = -*quotient;
  return x < 0 ? -rest : rest == 0 ? copysignl(0, x) : rest;
}
WEAK long double remainderl(long double x, long double y) {
  int quotient;
  return remquol(x, y, &quotient);
}
WEAK double remquo(double x, double y, int *quotient) { return (double)remquol(x, y, quotient); }
WEAK float remquof(float x, float y, int *quotient) { return (float)remquol(x, y, quotient); }
WEAK double fmod(double x, double y) { return (double)fmodl(x, y); }
WEAK float fmodf(float x, float y) { return (float)fmodl(x, y); }
WEAK double remainder(double x, double y) { return (double)remainderl(x, y); }
WEAK float remainderf(float x, float y) { return (float)remainderl(x, y); }
WEAK double drem(double x, double y) { return remainder(x, y); }

/* The product of two doubles is exact as a long double; the sum is rounded to odd, so that the last step is the only one. */
WEAK double fma(double x, double y, double z) {
  long double product = (long double)x * y, sum = product + z;
  if (sum - sum != 0) return (double)sum;
  long double of_z = sum - product, lost = (product - (sum - of_z)) + ((long double)z - of_z);
  uwide bits = bits_of(sum);
  if (lost != 0 && !(bits & 1)) bits += (lost > 0) == (sum > 0) ? 1 : -1;
  return (double)quad_of(bits);
}
WEAK float fmaf(float x, float y, float z) {
  /* A float's product fits a double with room for the sum's rounding to odd. */
  long double sum = (long double)x * y + z;
  return (float)sum;
}
WEAK long double fmal(long double x, long double y, long double z) { return x * y + z; }
