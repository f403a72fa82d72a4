/* The C library's own formatter behind the same interface: it gets one conversion at a time. */
#include "render.h"
#include <stdio.h>
#include <string.h>

int render(char out[64], const char *format) {
  int n = 0;
  while (*format) {
    if (*format != '%') {
      out[n++] = *format++;
      continue;
    }
    const char *end = format + 1;
    int width = 0;
    while (*end && strchr("-+ 0'", *end)) end++;
    while (*end >= '0' && *end <= '9') width = width * 10 + (*end++ - '0');
    if (width > 20) return refuse(out);
    char length = 0;
    if (*end && strchr("hltz", *end)) length = *end++;
    char one[16] = {0};
    if (end - format + 1 >= (long)sizeof one) return refuse(out);
    memcpy(one, format, (size_t)(end - format + 1));
    if (*end == 's' && !length) n += snprintf(out + n, (size_t)(64 - n), one, TEXT);
    else if (*end == 'd' || *end == 'i' || *end == 'u') n += snprintf(out + n, (size_t)(64 - n), one, NUMBER);
    else return refuse(out);
    format = end + 1;
  }
  out[n] = 0;
  return n;
}
