/* Gamma and error functions. */
#include "elementary.h"

WEAK int signgam;

/* Stirling's series, from where twelve terms of it are enough. */
static long double stirling(long double x) {
  static const long double terms[] = {1.0L / 12,        -1.0L / 360,         1.0L / 1260,        -1.0L / 1680,
                                      1.0L / 1188,      -691.0L / 360360,    1.0L / 156,         -3617.0L / 122400,
                                      43867.0L / 244188, -174611.0L / 125400, 77683.0L / 5796,    -236364091.0L / 1506960,
                                      657931.0L / 300};
  long double square = 1 / (x * x), sum = 0;
  for (int i = sizeof terms / sizeof *terms; i-- > 0;) sum = sum * square + terms[i];
  return (x - 0.5L) * logl(x) - x + 0.91893853320467274178032973640561763986139747363778L + sum / x;
}
static long double log_gamma(long double x) {
  long double product = 1;
  for (; x < 50; x++) product *= x;
  return stirling(x) - logl(product);
}
WEAK long double lgammal_r(long double x, int *sign) {
  *sign = 1;
  if (is_nan_value(x)) return x;
  if (is_infinite(x)) return INFINITY;
  if (x == 0) {
    *sign = signbit(x) ? -1 : 1;
    return too_large(0);
  }
  if (x == 1 || x == 2) return 0;
  if (x > 0) return log_gamma(x);
  if (truncl(x) == x) return too_large(0);
  long double turn = sinl(PI * fmodl(x, 2));
  *sign = turn > 0 ? 1 : -1;
  return logl(PI / fabsl(turn * x)) - log_gamma(-x);
}
WEAK double lgamma_r(double x, int *sign) { return as_double(lgammal_r(x, sign)); }
WEAK float lgammaf_r(float x, int *sign) { return as_float(lgammal_r(x, sign)); }
WEAK long double lgammal(long double x) { return lgammal_r(x, &signgam); }
FROM_LONG(lgamma)
WEAK double gamma(double x) { return lgamma(x); }

WEAK long double tgammal(long double x) {
  int sign;
  if (is_nan_value(x) || x == INFINITY) return x;
  if (x == 0) return too_large(signbit(x) != 0);
  if (x < 0 && truncl(x) == x) return undefined();
  long double log = lgammal_r(x, &sign);
  if (log > 11400) return too_large(0);
  return sign * expl(log);
}
FROM_LONG(tgamma)

static const long double two_over_root_pi = 1.12837916709551257389615890312154517168810125865800L;

static long double error_series(long double x) {
  long double square = 2 * x * x, term = x, sum = x;
  for (int n = 1; n < 400 && fabsl(term) > 1e-36L * fabsl(sum); n++) {
    term *= square / (2 * n + 1);
    sum += term;
  }
  return two_over_root_pi * expl(-x * x) * sum;
}
static long double error_tail(long double x) {
  long double fraction = 0;
  for (int n = 120; n > 0; n--) fraction = n / 2.0L / (x + fraction);
  return expl(-x * x) * two_over_root_pi / 2 / (x + fraction);
}
WEAK long double erfl(long double x) {
  if (x == 0 || is_nan_value(x)) return x;
  if (fabsl(x) > 9) return x < 0 ? -1 : 1;
  return error_series(x);
}
WEAK long double erfcl(long double x) {
  if (is_nan_value(x)) return x;
  if (x > 3) return x > 110 ? 0 : error_tail(x);
  return x < -9 ? 2 : 1 - error_series(x);
}
FROM_LONG(erf)
FROM_LONG(erfc)
