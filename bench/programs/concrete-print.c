/* Concrete overhead, printf: libc's snprintf with the conversions programs use most, n times. */
#include <stdint.h>
#include <stdio.h>

int run(int n) {
  char text[128];
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    int length = snprintf(text, sizeof text, "%d %5u|%-8s|%08x %c %ld.%02d %s:%d", i, i * 7u, "name", i * 2654435761u,
                          'a' + i % 26, (long)i * 3, i % 100, i & 1 ? "odd" : "even", -i);
    for (int j = 0; j < length; j++)
      sum = sum * 31 + (uint8_t)text[j];
  }
  return (int)sum;
}
