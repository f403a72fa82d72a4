/* A formatter with everything. Planted: it groups thousands in the C locale, where there is nothing to group by. */
#include "render.h"

static const char *read_spec(const char *at, struct spec *spec) {
  *spec = (struct spec){0};
  for (;; at++) {
    if (*at == '-') spec->minus = 1;
    else if (*at == '+') spec->plus = 1;
    else if (*at == ' ') spec->space = 1;
    else if (*at == '0') spec->zero = 1;
    else if (*at == '\'') spec->grouping = 1;
    else break;
  }
  while (*at >= '0' && *at <= '9') spec->width = spec->width * 10 + (*at++ - '0');
  if (*at == 'h' || *at == 'l' || *at == 't' || *at == 'z') spec->length = *at++;
  spec->conversion = *at;
  return at;
}

static int digits_of(unsigned long value, int grouping, char *reversed) {
  int count = 0, since = 0;
  do {
    if (grouping && since == 3) {
      reversed[count++] = ',';
      since = 0;
    }
    reversed[count++] = (char)('0' + value % 10);
    since++;
    value /= 10;
  } while (value != 0);
  return count;
}

static int pad(char *out, int at, char with, int count) {
  while (count-- > 0) out[at++] = with;
  return at;
}

static int put_number(char *out, int at, const struct spec *spec) {
  long value = spec->length == 'h' ? (short)NUMBER : NUMBER;
  int is_signed = spec->conversion != 'u';
  unsigned long magnitude = (unsigned long)value;
  char sign = 0;
  if (is_signed) {
    sign = value < 0 ? '-' : spec->plus ? '+' : spec->space ? ' ' : 0;
    if (value < 0) magnitude = -magnitude;
  } else if (spec->length == 'h') magnitude = (unsigned short)NUMBER;
  char reversed[32];
  int count = digits_of(magnitude, spec->grouping, reversed);
  int missing = spec->width - count - (sign != 0);
  if (!spec->minus && !spec->zero) at = pad(out, at, ' ', missing);
  if (sign) out[at++] = sign;
  if (!spec->minus && spec->zero) at = pad(out, at, '0', missing);
  while (count > 0) out[at++] = reversed[--count];
  if (spec->minus) at = pad(out, at, ' ', missing);
  return at;
}

static int put_text(char *out, int at, const struct spec *spec) {
  int missing = spec->width - 2;
  if (!spec->minus) at = pad(out, at, ' ', missing);
  for (const char *text = TEXT; *text; text++) out[at++] = *text;
  if (spec->minus) at = pad(out, at, ' ', missing);
  return at;
}

int render(char out[64], const char *format) {
  int at = 0;
  for (; *format; format++) {
    if (*format != '%') {
      out[at++] = *format;
      continue;
    }
    struct spec spec;
    format = read_spec(format + 1, &spec);
    if (spec.width > 20) return refuse(out);
    switch (spec.conversion) {
      case 'd':
      case 'i':
      case 'u':
        at = put_number(out, at, &spec);
        break;
      case 's':
        if (spec.length) return refuse(out);
        at = put_text(out, at, &spec);
        break;
      default:
        return refuse(out);
    }
  }
  out[at] = 0;
  return at;
}
