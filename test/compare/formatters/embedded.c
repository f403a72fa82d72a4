/* A formatter for small machines, in one loop. Planted: signs on unsigned numbers, and no width for text. */
#include "render.h"

static char *number(char *to, unsigned long value, char sign, int width, int left, char fill) {
  char digits[24];
  int n = 0;
  do digits[n++] = "0123456789"[value % 10];
  while (value /= 10);
  int gap = width - n - (sign ? 1 : 0);
  if (left) fill = ' ';
  if (sign && fill == '0') *to++ = sign;
  if (!left)
    for (; gap > 0; gap--) *to++ = fill;
  if (sign && fill != '0') *to++ = sign;
  while (n) *to++ = digits[--n];
  for (; left && gap > 0; gap--) *to++ = ' ';
  return to;
}

int render(char out[64], const char *f) {
  char *to = out;
  while (*f) {
    if (*f != '%') {
      *to++ = *f++;
      continue;
    }
    f++;
    int left = 0, width = 0;
    char sign = 0, fill = ' ', length = 0;
    for (int more = 1; more;) {
      switch (*f) {
        case '-': left = 1; f++; break;
        case '+': sign = '+'; f++; break;
        case ' ': if (sign != '+') sign = ' '; f++; break;
        case '0': fill = '0'; f++; break;
        case '\'': f++; break;
        default: more = 0;
      }
    }
    for (; *f >= '0' && *f <= '9'; f++) width = 10 * width + *f - '0';
    if (width > 20) return refuse(out);
    if (*f == 'h' || *f == 'l' || *f == 't' || *f == 'z') length = *f++;
    if (*f == 'd' || *f == 'i') {
      long value = length == 'h' ? (short)NUMBER : NUMBER;
      to = number(to, (unsigned long)(value < 0 ? -value : value), value < 0 ? '-' : sign, width, left, fill);
    } else if (*f == 'u') {
      to = number(to, length == 'h' ? (unsigned short)NUMBER : NUMBER, sign, width, left, fill);
    } else if (*f == 's' && !length) {
      *to++ = 'a';
      *to++ = 'b';
    } else return refuse(out);
    f++;
  }
  *to = 0;
  return (int)(to - out);
}
