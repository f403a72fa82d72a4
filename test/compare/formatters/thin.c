/* The least a formatter can be. Planted: %hi prints all bits, and the lengths t and z are not known. */
#include "render.h"

int render(char out[64], const char *format) {
  int n = 0;
  while (*format) {
    char c = *format++;
    if (c != '%') {
      out[n++] = c;
      continue;
    }
    int minus = 0, plus = 0, space = 0, zero = 0, width = 0, is_short = 0, has_length = 0;
    for (;; format++) {
      if (*format == '-') minus = 1;
      else if (*format == '+') plus = 1;
      else if (*format == ' ') space = 1;
      else if (*format == '0') zero = 1;
      else if (*format != '\'') break;
    }
    while (*format >= '0' && *format <= '9') width = width * 10 + (*format++ - '0');
    if (width > 20) return refuse(out);
    if (*format == 'h') is_short = 1;
    if (*format == 'h' || *format == 'l') has_length = 1, format++;
    c = *format;
    if (c == 0) return refuse(out);
    format++;
    char body[24];
    int size = 0, sign = 0;
    if (c == 's' && !has_length) {
      body[size++] = 'b';
      body[size++] = 'a';
      zero = 0;
    } else if (c == 'd' || c == 'i' || c == 'u') {
      unsigned long value = NUMBER;
      if (is_short && c != 'i') value = (unsigned short)NUMBER;
      if (c != 'u') sign = plus ? '+' : space ? ' ' : 0;
      while (value) body[size++] = (char)('0' + value % 10), value /= 10;
    } else return refuse(out);
    int gap = width - size - (sign ? 1 : 0);
    if (!minus && !zero) while (gap-- > 0) out[n++] = ' ';
    if (sign) out[n++] = (char)sign;
    if (!minus && zero) while (gap-- > 0) out[n++] = '0';
    while (size) out[n++] = body[--size];
    if (minus) while (gap-- > 0) out[n++] = ' ';
  }
  out[n] = 0;
  return n;
}
