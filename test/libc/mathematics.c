/* <math.h>, as bits. With QUADMATH, what libquadmath says with 113 bits, rounded once: it settles who is right. */
#include "agree.h"
#include <math.h>
#ifdef QUADMATH
#include <quadmath.h>
#define EXACT(name, ...) ((double)name##q(__VA_ARGS__))
#else
#define EXACT(name, ...) name(__VA_ARGS__)
#endif

#define UNARY(name)                 \
  do {                              \
    printf(#name "|");              \
    bits(x);                        \
    putchar('|');                   \
    bits(EXACT(name, x));           \
    putchar('\n');                  \
  } while (0)
#define BINARY(name)                \
  do {                              \
    printf(#name "|");              \
    bits(x);                        \
    putchar('|');                   \
    bits(y);                        \
    putchar('|');                   \
    bits(EXACT(name, x, y));        \
    putchar('\n');                  \
  } while (0)

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int i = 0; i < rounds; i++) {
    double x = any_double(), y = any_double(), whole;
    int power;
    UNARY(fabs);
    UNARY(floor);
    UNARY(ceil);
    UNARY(trunc);
    UNARY(round);
    UNARY(rint);
    UNARY(sqrt);
    UNARY(exp);
    UNARY(exp2);
    UNARY(expm1);
    UNARY(log);
    UNARY(log2);
    UNARY(log10);
    UNARY(log1p);
    UNARY(sin);
    UNARY(cos);
    UNARY(tan);
    UNARY(asin);
    UNARY(acos);
    UNARY(atan);
    UNARY(sinh);
    UNARY(cosh);
    UNARY(tanh);
    UNARY(asinh);
    UNARY(acosh);
    UNARY(atanh);
    UNARY(cbrt);
    UNARY(erf);
    UNARY(erfc);
    UNARY(tgamma);
    UNARY(lgamma);
    UNARY(logb);
    BINARY(atan2);
    BINARY(fmod);
    BINARY(remainder);
    BINARY(hypot);
    BINARY(fmax);
    BINARY(fmin);
    BINARY(fdim);
    BINARY(nextafter);
    BINARY(copysign);
    BINARY(pow);
    double z = any_double();
    printf("fma|");
    bits(fma(x, y, z));
    putchar('\n');
    x = fmod(x, 50);
    y = fmod(y, 20);
    BINARY(pow);
    UNARY(exp);
    UNARY(tgamma);
    UNARY(sinh);
    printf("frexp|");
    bits(frexp(x, &power));
    printf("|%d|", power);
    bits(ldexp(y, (int)below(2200) - 1100));
    putchar('|');
    bits(modf(x, &whole));
    putchar('|');
    bits(whole);
    printf("|%d %d %d\n", fpclassify(x) == fpclassify(y), !!signbit(x), ilogb(y));
    if (x > -1e9 && x < 1e9) printf("lround|%ld %ld\n", lround(x), lrint(x));
  }
  return 0;
}
