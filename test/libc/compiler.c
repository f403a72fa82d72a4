/* 128-bit integers and long double, which are binary128 in Wasm and __float128 in gcc. */
#include "agree.h"

#ifdef __wasm__
typedef long double quad;
#else
typedef __float128 quad;
#endif
typedef __int128 wide;
typedef unsigned __int128 uwide;

static void hexadecimal(uwide number) {
  for (int i = 96; i >= 0; i -= 32) printf("%08x", (unsigned)(uint32_t)(number >> i));
}
static void told(const char *name, uwide result) {
  printf("%s|", name);
  hexadecimal(result);
  putchar('\n');
}
static uwide bits_of(quad value) {
  uwide result;
  memcpy(&result, &value, 16);
  if (value != value) result = ~(uwide)0;
  return result;
}
static uwide any_wide(void) {
  uwide number = (uwide)any() << 64 | any();
  number >>= below(128);
  return below(2) ? -number : number;
}
static quad any_quad(void) {
  uwide all = (uwide)any() << 64 | any();
  switch (below(6)) {
    case 0:
      return (quad)(int)below(2000) - 1000;
    case 1:
      return any_double();
    case 2:
      /* Not normal. */
      all &= ((uwide)1 << 113 >> below(113)) - 1;
      break;
    case 3:
      /* Near each other, so that they cancel out, and near one. */
      all = (all & ~((uwide)0x7fff << 112)) | (uwide)(16383 + below(5)) << 112;
      all &= ~(uwide)0 << below(113);
      break;
    case 4:
      if (below(4) == 0) all = (uwide)0x7fff << 112 | (uwide)below(2) << 127;
      break;
    default:
      all = (all & ~((uwide)0x7fff << 112)) | (uwide)(16383 - 100 + below(200)) << 112;
  }
  quad value;
  memcpy(&value, &all, 16);
  return value;
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int i = 0; i < rounds; i++) {
    volatile uwide a = any_wide(), b = any_wide();
    int by = (int)below(128);
    told("mul", a * b);
    if (b) {
      told("udiv", a / b);
      told("umod", a % b);
      if (!((wide)b == -1)) {
        told("div", (uwide)((wide)a / (wide)b));
        told("mod", (uwide)((wide)a % (wide)b));
      }
    }
    told("shl", a << by);
    told("shr", a >> by);
    told("sar", (uwide)((wide)a >> by));
    wide product;
    int overflows = __builtin_mul_overflow((wide)a, (wide)b, &product);
    printf("mulo|%d\n", overflows);
    printf("double|");
    bits((double)a);
    putchar('|');
    bits((double)(wide)a);
    putchar('|');
    bits((float)a);
    putchar('|');
    bits((float)(wide)a);
    putchar('\n');
    double whole = any_double();
    if (whole > -1e38 && whole < 1e38) told("fixdfti", (uwide)(wide)whole);
    if (whole >= 0 && whole < 3e38) told("fixunsdfti", (uwide)whole);

    volatile quad x = any_quad(), y = any_quad();
    printf("quads|");
    hexadecimal(bits_of(x));
    putchar(' ');
    hexadecimal(bits_of(y));
    putchar('\n');
    told("addtf", bits_of(x + y));
    told("subtf", bits_of(x - y));
    told("multf", bits_of(x * y));
    told("divtf", bits_of(x / y));
    printf("cmptf|%d%d%d%d%d%d\n", x < y, x <= y, x == y, x != y, x > y, x >= y);
    told("floattitf", bits_of((quad)(wide)a));
    told("floatuntitf", bits_of((quad)a));
    told("floatditf", bits_of((quad)(int64_t)a));
    told("floatunditf", bits_of((quad)(uint64_t)a));
    told("floatsitf", bits_of((quad)(int32_t)a));
    told("extenddftf", bits_of((quad)any_double()));
    told("extendsftf", bits_of((quad)(float)any_double()));
    printf("trunctf|");
    bits((double)x);
    putchar('|');
    bits((float)x);
    putchar('\n');
    if (x > -(quad)1e9 && x < (quad)1e9) {
      printf("fixtf|%d %lld\n", (int)x, (long long)x);
      told("fixtfti", (uwide)(wide)x);
    }
    if (x >= 0 && x < (quad)1e9) printf("fixunstf|%u %llu\n", (unsigned)x, (unsigned long long)x);
  }
  return 0;
}
