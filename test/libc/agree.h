/* Shared by the programs that ask C libraries the same questions (scripts/libc-agree.ts): one line an answer. */
#ifndef AGREE_H
#define AGREE_H
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same numbers everywhere, whatever rand does. */
static uint64_t agree_state = 88172645463325252ull;
static uint64_t any(void) {
  agree_state ^= agree_state << 13;
  agree_state ^= agree_state >> 7;
  agree_state ^= agree_state << 17;
  return agree_state * 0x2545f4914f6cdd1dull;
}
static unsigned below(unsigned bound) { return (unsigned)((any() >> 33) % bound); }
static const char *one_of(const char *const *list, unsigned count) { return list[below(count)]; }
#define ONE_OF(list) one_of(list, sizeof(list) / sizeof *(list))

/* Text with bytes that are not printable spelled out. */
static void shown(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 32 && c < 127 && c != '\\') putchar(c);
    else printf("\\x%02x", c);
  }
}
/* Bits of a double, so that nothing depends on how it is printed; all that are no numbers are one, but for the sign. */
static void bits(double value) {
  union {
    double value;
    uint64_t bits;
  } all = {value};
  if (value != value) printf("nan");
  else printf("%08x%08x", (unsigned)(all.bits >> 32), (unsigned)all.bits);
}
/* A double of any size, some of them round. */
static double any_double(void) {
  union {
    uint64_t bits;
    double value;
  } all;
  switch (below(8)) {
    case 0:
      return (double)(int)below(2000) - 1000;
    case 1:
      return ((double)(int)below(200000) - 100000) / 1000;
    case 2:
      return (double)below(1000000) * 1e-9;
    case 3:
      return (double)(int64_t)any();
    case 4: {
      static const double odd[] = {0.0, -0.0, 0.5, 1.5, 2.5, 1e15, 1e16, 1e17, 9.5, 99.5, 0.05, 0.25, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 123456789.0};
      return odd[below(sizeof odd / sizeof *odd)];
    }
    case 5:
      all.bits = (any() & 0x800fffffffffffffull) | (uint64_t)(1023 - 60 + below(120)) << 52;
      return all.value;
    default:
      all.bits = any();
      return all.value - all.value == 0 ? all.value : 1;
  }
}
static int rounds_of(int argc, char **argv) {
  if (argc > 2) agree_state ^= (uint64_t)strtoul(argv[2], 0, 10) * 0x9e3779b97f4a7c15ull;
  return argc > 1 ? (int)strtol(argv[1], 0, 10) : 200;
}
#endif
