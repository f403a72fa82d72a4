/* %e, %f, %g and %a: the digits are exact, so they are rounded once, to even, as glibc does. */
#include "format.h"
#include <math.h>
#include <string.h>

/* Keeps `wanted` digits of the number; 1 where rounding made it a digit longer (it is a power of ten then). */
static int round_digits(char *digits, int *count, long long wanted) {
  if (wanted < 0) {
    *count = 0;
    return 0;
  }
  if (wanted >= *count) return 0;
  int up = digits[wanted] > '5' || (digits[wanted] == '5' && (wanted + 1 < *count || (wanted > 0 && (digits[wanted - 1] & 1))));
  *count = (int)wanted;
  if (up) {
    while (*count > 0 && digits[*count - 1] == '9') --*count;
    if (*count == 0) {
      digits[0] = '1';
      *count = 1;
      return 1;
    }
    digits[*count - 1]++;
  }
  while (*count > 0 && digits[*count - 1] == '0') --*count;
  return 0;
}

/* Digits [from, to) of a number that has zeros on both sides of what is known of it. */
static void send_digits(struct sink *sink, const char *digits, int count, long long from, long long to) {
  if (from < 0) {
    long long before = to < 0 ? to - from : -from;
    __nm_sink_padding(sink, '0', before);
    from += before;
  }
  if (from < count && from < to) {
    long long end = to < count ? to : count;
    __nm_sink(sink, digits + from, (size_t)(end - from));
    from = end;
  }
  if (from < to) __nm_sink_padding(sink, '0', to - from);
}

static void field(struct sink *sink, const struct conversion *how, const char *sign, size_t signs, long long length,
                  int before) {
  long long padding = how->width - length - (long long)signs;
  if (before) {
    if (!how->left && !how->zeros) __nm_sink_padding(sink, ' ', padding);
    __nm_sink(sink, sign, signs);
    if (!how->left && how->zeros) __nm_sink_padding(sink, '0', padding);
  } else if (how->left) {
    __nm_sink_padding(sink, ' ', padding);
  }
}

static size_t exponent_text(char *text, char letter, int exponent, int least) {
  char digits[8];
  int count = 0;
  size_t length = 0;
  text[length++] = letter;
  text[length++] = exponent < 0 ? '-' : '+';
  unsigned left = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
  for (; left || count < least; left /= 10) digits[count++] = (char)('0' + left % 10);
  while (count > 0) text[length++] = digits[--count];
  return length;
}

static void hexadecimal(struct sink *sink, const struct conversion *how, const char *sign, size_t signs, long double value,
                        int is_long) {
  int upper = how->letter == 'A';
  char prefix[4], digits[32], tail[16];
  memcpy(prefix, sign, signs);
  prefix[signs] = '0';
  prefix[signs + 1] = upper ? 'X' : 'x';
  int exponent = 0, most = is_long ? 28 : 13;
  unsigned first = 0;
  if (value != 0) {
    long double fraction = frexpl(value, &exponent);
    /* A double that is not normal begins with 0, as it lies in memory; a long double with 1. */
    int least = is_long ? -16382 : -1022;
    exponent--;
    fraction *= 2;
    if (exponent < least) {
      fraction = ldexpl(fraction, exponent - least);
      exponent = least;
    }
    first = (unsigned)fraction;
    fraction -= first;
    for (int i = 0; i < most; i++) {
      fraction *= 16;
      unsigned digit = (unsigned)fraction;
      digits[i] = (char)digit;
      fraction -= digit;
    }
  } else {
    memset(digits, 0, sizeof digits);
  }
  int precision = how->precision;
  if (precision >= 0 && precision < most) {
    int up = digits[precision] > 8;
    if (digits[precision] == 8) {
      int rest = 0;
      for (int i = precision + 1; i < most; i++) rest |= digits[i];
      up = rest || ((precision ? (unsigned)digits[precision - 1] : first) & 1);
    }
    int i = precision;
    for (; up && i > 0; i--) {
      up = digits[i - 1] == 15;
      digits[i - 1] = up ? 0 : (char)(digits[i - 1] + 1);
    }
    first += (unsigned)up;
    most = precision;
  } else if (precision < 0) {
    while (most > 0 && digits[most - 1] == 0) most--;
  }
  for (int i = 0; i < most; i++) digits[i] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[(int)digits[i]];
  size_t behind = exponent_text(tail, upper ? 'P' : 'p', exponent, 1);
  long long fraction = precision > most ? precision : most;
  int pointed = fraction > 0 || how->alternative;
  long long length = 1 + pointed + fraction + (long long)behind;
  field(sink, how, prefix, signs + 2, length, 1);
  char lead = (char)('0' + first);
  __nm_sink(sink, &lead, 1);
  __nm_sink(sink, ".", (size_t)pointed);
  __nm_sink(sink, digits, (size_t)most);
  __nm_sink_padding(sink, '0', fraction - most);
  __nm_sink(sink, tail, behind);
  field(sink, how, prefix, signs + 2, length, 0);
}

void __nm_format_float(struct sink *sink, const struct conversion *given, long double value, int is_long) {
  struct conversion how = *given;
  int upper = how.letter < 'a', is_negative = signbit(value) != 0;
  char kind = (char)(how.letter | 32);
  const char *sign = is_negative ? "-" : how.plus ? "+" : " ";
  size_t signs = is_negative || how.plus || how.space;
  if (!isfinite(value)) {
    const char *word = isnan(value) ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf";
    how.zeros = 0;
    field(sink, &how, sign, signs, 3, 1);
    __nm_sink(sink, word, 3);
    field(sink, &how, sign, signs, 3, 0);
    return;
  }
  if (is_negative) value = -value;
  if (kind == 'a') return hexadecimal(sink, &how, sign, signs, value, is_long);

  char digits[__nm_most_digits];
  int count = 0, first = 0;
  if (value != 0) first = __nm_decimal_digits(value, digits, &count);
  long long precision = how.precision < 0 ? 6 : how.precision;
  int strips = 0;
  if (kind == 'g') {
    if (precision == 0) precision = 1;
    first += round_digits(digits, &count, precision);
    strips = !how.alternative;
    if (first < -4 || first >= precision) {
      kind = 'e';
      precision = strips && count > 0 ? count - 1 : precision - 1;
      if (strips && count == 0) precision = 0;
    } else {
      kind = 'f';
      precision = precision - 1 - first;
      if (strips) {
        long long needed = (long long)count - 1 - first;
        if (precision > needed) precision = needed < 0 ? 0 : needed;
      }
    }
  } else if (kind == 'e') {
    first += round_digits(digits, &count, precision + 1);
  } else {
    first += round_digits(digits, &count, precision + 1 + first);
    if (count == 0) first = 0;
  }
  int pointed = precision > 0 || how.alternative;
  if (kind == 'e') {
    char tail[16];
    size_t behind = exponent_text(tail, upper ? 'E' : 'e', count ? first : 0, 2);
    long long length = 1 + pointed + precision + (long long)behind;
    field(sink, &how, sign, signs, length, 1);
    send_digits(sink, digits, count, 0, 1);
    __nm_sink(sink, ".", (size_t)pointed);
    send_digits(sink, digits, count, 1, precision + 1);
    __nm_sink(sink, tail, behind);
    field(sink, &how, sign, signs, length, 0);
    return;
  }
  long long whole = first < 0 ? 1 : first + 1;
  long long length = whole + pointed + precision;
  field(sink, &how, sign, signs, length, 1);
  if (first < 0) __nm_sink(sink, "0", 1);
  else send_digits(sink, digits, count, 0, whole);
  __nm_sink(sink, ".", (size_t)pointed);
  long long start = first + 1;
  send_digits(sink, digits, count, start, start + precision);
  field(sink, &how, sign, signs, length, 0);
}
