/* Concrete overhead, parse: libc's strtol and strtoul over a line of numbers, n times. */
#include <stdint.h>
#include <stdlib.h>

static const char line[] = " 1, 22,-333, 4444, 0x5aFe,0755, +77777, 123456789,-2147483648, 99999999999, 0, 8 ";

int run(int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    const char *at = line;
    while (*at) {
      char *end;
      long value = strtol(at, &end, i & 1 ? 0 : 10);
      if (end == at) {
        at++;
        continue;
      }
      sum = sum * 31 + (uint32_t)value;
      at = end;
    }
  }
  return (int)sum;
}
