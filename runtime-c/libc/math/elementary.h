/*
 * Functions of <math.h> are computed as long doubles, of 113 bits, and rounded once to what is asked for: a double is
 * then right to its last bit in all but one case in many millions, as glibc's are, at both widths, on every machine.
 */
#ifndef NEARMISS_ELEMENTARY_H
#define NEARMISS_ELEMENTARY_H
#include <errno.h>
#include <math.h>
#include "host.h"

#define PI 3.14159265358979323846264338327950288419716939937510L
#define LN2 0.69314718055994530941723212145817656807550013436026L

int __nm_quarter(long double x, long double *rest);

/* What the processors people have give for what is no number: its sign is shown by printf. */
static inline long double undefined(void) {
  errno = EDOM;
  return -__builtin_nanl("");
}
static inline long double too_large(int is_negative) {
  errno = ERANGE;
  return is_negative ? -__builtin_infl() : __builtin_infl();
}
static inline int is_nan_value(long double x) { return x != x; }
static inline int is_infinite(long double x) { return __builtin_fabsl(x) == __builtin_infl(); }

/* A double's and a float's own ends, which the long double did not reach. */
static inline double as_double(long double value) {
  double result = (double)value;
  if ((__builtin_isinf(result) && !is_infinite(value)) || (result == 0 && value != 0)) errno = ERANGE;
  return result;
}
static inline float as_float(long double value) {
  float result = (float)value;
  if ((__builtin_isinf(result) && !is_infinite(value)) || (result == 0 && value != 0)) errno = ERANGE;
  return result;
}
#define FROM_LONG(name)                                                  \
  WEAK double name(double x) { return as_double(name##l(x)); }           \
  WEAK float name##f(float x) { return as_float(name##l(x)); }
#define FROM_LONG_2(name)                                                      \
  WEAK double name(double x, double y) { return as_double(name##l(x, y)); }    \
  WEAK float name##f(float x, float y) { return as_float(name##l(x, y)); }

#endif
