/* long double's + - * /, on integers. */
#include "quad.h"

static const uwide nan = INFINITE | QUIET;

static uwide either_nan(uwide a, uwide b) { return (is_nan(a) ? a : b) | QUIET; }

static uwide sum(uwide a, uwide b) {
  if (is_nan(a) || is_nan(b)) return either_nan(a, b);
  if (is_special(a)) return is_special(b) && a != b ? nan : a;
  if (is_special(b)) return b;
  struct parts x = parts_of(a), y = parts_of(b);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.fraction < y.fraction)) {
    struct parts other = x;
    x = y;
    y = other;
  }
  uwide large = x.fraction << 3, small = shifted_down(y.fraction << 3, x.exponent - y.exponent);
  if (x.sign == y.sign) return rounded(x.sign, x.exponent, large + small);
  /* What cancels out is +0; -0 is only -0 and -0. */
  return large == small ? 0 : rounded(x.sign, x.exponent, large - small);
}

WEAK long double __addtf3(long double a, long double b) {
  uwide x = bits_of(a), y = bits_of(b);
  if (!(x & ~SIGN) && !(y & ~SIGN)) return quad_of(x & y);
  return quad_of(sum(x, y));
}
WEAK long double __subtf3(long double a, long double b) {
  uwide y = bits_of(b);
  return __addtf3(a, is_nan(y) ? b : quad_of(y ^ SIGN));
}

WEAK long double __multf3(long double first, long double second) {
  uwide a = bits_of(first), b = bits_of(second), sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b)) return quad_of(either_nan(a, b));
  int a_zero = !(a & ~SIGN), b_zero = !(b & ~SIGN);
  if (is_special(a) || is_special(b)) return quad_of(a_zero || b_zero ? nan : sign | INFINITE);
  if (a_zero || b_zero) return quad_of(sign);
  struct parts x = parts_of(a), y = parts_of(b);
  /* Leading bits at 112, so that the product's is at 224 or 225 of the 226. */
  int x_up = leading_zeros(x.fraction) - 15, y_up = leading_zeros(y.fraction) - 15;
  x.fraction <<= x_up;
  y.fraction <<= y_up;
  uint64_t x0 = (uint64_t)x.fraction, x1 = (uint64_t)(x.fraction >> 64), y0 = (uint64_t)y.fraction,
           y1 = (uint64_t)(y.fraction >> 64);
  uwide low = (uwide)x0 * y0, middle = (uwide)x1 * y0 + (low >> 64), other = (uwide)x0 * y1 + (uint64_t)middle;
  uwide high = (uwide)x1 * y1 + (middle >> 64) + (other >> 64);
  uwide rest = other << 64 | (uint64_t)low;
  /* high: bits 128 and up. 224 is to be at 115: down by 109, which is high up by 19 and the rest's first 19 bits. */
  uwide fraction = high << 19 | rest >> 109 | ((rest & ((ONE << 109) - 1)) != 0);
  return quad_of(rounded(sign, x.exponent - x_up + y.exponent - y_up - QUAD_BIAS, fraction));
}

WEAK long double __divtf3(long double first, long double second) {
  uwide a = bits_of(first), b = bits_of(second), sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b)) return quad_of(either_nan(a, b));
  if (is_special(a)) return quad_of(is_special(b) ? nan : sign | INFINITE);
  if (is_special(b)) return quad_of(sign);
  int a_zero = !(a & ~SIGN), b_zero = !(b & ~SIGN);
  if (b_zero) return quad_of(a_zero ? nan : sign | INFINITE);
  if (a_zero) return quad_of(sign);
  struct parts x = parts_of(a), y = parts_of(b);
  int x_up = leading_zeros(x.fraction) - 15, y_up = leading_zeros(y.fraction) - 15;
  uwide left = x.fraction << x_up, by = y.fraction << y_up, quotient = 0;
  for (int i = 0; i <= 115; i++) {
    quotient <<= 1;
    if (left >= by) {
      left -= by;
      quotient |= 1;
    }
    left <<= 1;
  }
  if (left) quotient |= 1;
  return quad_of(rounded(sign, x.exponent - x_up - (y.exponent - y_up) + QUAD_BIAS, quotient));
}

WEAK long double __negtf2(long double a) { return quad_of(bits_of(a) ^ SIGN); }

/* -1, 0, 1; 2 where one of them is no number. */
static int compare(long double first, long double second) {
  uwide a = bits_of(first), b = bits_of(second);
  if (is_nan(a) || is_nan(b)) return 2;
  if (!((a | b) & ~SIGN) || a == b) return 0;
  int is_less = (a & SIGN) != (b & SIGN) ? (a & SIGN) != 0 : ((a < b) != ((a & SIGN) != 0));
  return is_less ? -1 : 1;
}
WEAK int __eqtf2(long double a, long double b) { return compare(a, b) != 0; }
WEAK int __netf2(long double a, long double b) { return compare(a, b) != 0; }
WEAK int __unordtf2(long double a, long double b) { return compare(a, b) == 2; }
WEAK int __letf2(long double a, long double b) { return compare(a, b); }
WEAK int __lttf2(long double a, long double b) { return compare(a, b); }
WEAK int __cmptf2(long double a, long double b) { return compare(a, b); }
WEAK int __getf2(long double a, long double b) {
  int order = compare(a, b);
  return order == 2 ? -1 : order;
}
WEAK int __gttf2(long double a, long double b) { return __getf2(a, b); }

WEAK long double __powitf2(long double base, int power) {
  long double result = 1;
  int is_negative = power < 0;
  for (;; base *= base) {
    if (power & 1) result *= base;
    power /= 2;
    if (power == 0) break;
  }
  return is_negative ? 1 / result : result;
}
