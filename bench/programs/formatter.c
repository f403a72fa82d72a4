// nearmiss: explore --entry format_main --len fmt=4
// expect: paths 3378
// expect: complete true
// expect: no findings
// expect: brute-force fmt[0..3]:0,'!','%','-','+',' ','#','0'..'9','.','h','l','z','d','i','u','o','x','X','c','s','p','A'
// nearmiss: explore --entry format_main --len fmt=5
// expect: paths 41587
// expect: complete true
// expect: no findings
// A printf-style formatter: flags - + space # 0, width, precision, lengths hh h l ll z, conversions
// d i u o x X c s p %. The format is symbolic, the arguments are not: each conversion takes its own from a
// fixed set, so that no format is wrong. Padding is written character by character, as printf does it: a
// symbolic width makes a path of every width.

typedef unsigned long long u64;

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16, UPPER = 32, NEGATIVE = 64 };

struct output {
  char text[160];
  unsigned length;
};

struct conversion {
  unsigned flags;
  unsigned width;
  int precision; /* -1: none given */
  unsigned bits;
};

static void put(struct output *out, char c) {
  if (out->length < sizeof out->text - 1)
    out->text[out->length] = c;
  out->length++;
}

static void pad(struct output *out, char c, unsigned used, unsigned width) {
  while (used < width) {
    put(out, c);
    used++;
  }
}

static unsigned is_digit(char c) {
  return c >= '0' && c <= '9';
}

static const char *parse_flags(const char *fmt, struct conversion *conversion) {
  for (;; fmt++) {
    switch (*fmt) {
    case '-': conversion->flags |= LEFT; break;
    case '+': conversion->flags |= PLUS; break;
    case ' ': conversion->flags |= SPACE; break;
    case '#': conversion->flags |= ALTERNATE; break;
    case '0': conversion->flags |= ZERO; break;
    default: return fmt;
    }
  }
}

static const char *parse_number(const char *fmt, unsigned *number) {
  while (is_digit(*fmt)) {
    *number = *number * 10 + (unsigned)(*fmt - '0');
    fmt++;
  }
  return fmt;
}

static const char *parse_length(const char *fmt, unsigned *bits) {
  if (*fmt == 'h') {
    *bits = 16;
    fmt++;
    if (*fmt == 'h') {
      *bits = 8;
      fmt++;
    }
  } else if (*fmt == 'l') {
    fmt++;
    if (*fmt == 'l') {
      *bits = 64;
      fmt++;
    }
  } else if (*fmt == 'z') {
    fmt++;
  }
  return fmt;
}

static void put_number(struct output *out, const struct conversion *conversion, u64 value, unsigned base) {
  char digits[24], prefix[2];
  unsigned count = 0, prefixes = 0;
  const char *alphabet = conversion->flags & UPPER ? "0123456789ABCDEF" : "0123456789abcdef";
  for (; value != 0; value /= base)
    digits[count++] = alphabet[value % base];
  if (count == 0 && conversion->precision != 0)
    digits[count++] = '0';

  if (conversion->flags & NEGATIVE)
    prefix[prefixes++] = '-';
  else if (conversion->flags & PLUS)
    prefix[prefixes++] = '+';
  else if (conversion->flags & SPACE)
    prefix[prefixes++] = ' ';
  if (conversion->flags & ALTERNATE) {
    if (base == 16) {
      prefix[0] = '0';
      prefix[1] = conversion->flags & UPPER ? 'X' : 'x';
      prefixes = 2;
    } else if (base == 8 && conversion->precision <= (int)count) {
      digits[count++] = '0';
    }
  }

  unsigned zeros = 0;
  if (conversion->precision >= 0) {
    if ((unsigned)conversion->precision > count)
      zeros = (unsigned)conversion->precision - count;
  } else if ((conversion->flags & (ZERO | LEFT)) == ZERO && conversion->width > count + prefixes) {
    zeros = conversion->width - count - prefixes;
  }

  unsigned used = prefixes + zeros + count;
  if (!(conversion->flags & LEFT))
    pad(out, ' ', used, conversion->width);
  for (unsigned i = 0; i < prefixes; i++)
    put(out, prefix[i]);
  pad(out, '0', 0, zeros);
  while (count > 0)
    put(out, digits[--count]);
  if (conversion->flags & LEFT)
    pad(out, ' ', used, conversion->width);
}

static void put_text(struct output *out, const struct conversion *conversion, const char *text, unsigned length) {
  if (conversion->precision >= 0 && (unsigned)conversion->precision < length)
    length = (unsigned)conversion->precision;
  if (!(conversion->flags & LEFT))
    pad(out, ' ', length, conversion->width);
  for (unsigned i = 0; i < length; i++)
    put(out, text[i]);
  if (conversion->flags & LEFT)
    pad(out, ' ', length, conversion->width);
}

static void put_signed(struct output *out, struct conversion *conversion, long long value) {
  if (conversion->bits == 8)
    value = (signed char)value;
  else if (conversion->bits == 16)
    value = (short)value;
  else if (conversion->bits == 32)
    value = (int)value;
  if (value < 0) {
    conversion->flags |= NEGATIVE;
    value = -value;
  }
  put_number(out, conversion, (u64)value, 10);
}

static void put_unsigned(struct output *out, struct conversion *conversion, u64 value, unsigned base) {
  conversion->flags &= ~(unsigned)(PLUS | SPACE);
  put_number(out, conversion, value & (~0ull >> (64 - conversion->bits)), base);
}

/* How much was written, or -1 for a format that ends inside a conversion. An unknown conversion stands for itself. */
static int format(struct output *out, const char *fmt) {
  while (*fmt) {
    if (*fmt != '%') {
      put(out, *fmt++);
      continue;
    }
    struct conversion conversion = {0, 0, -1, 32};
    fmt = parse_flags(fmt + 1, &conversion);
    fmt = parse_number(fmt, &conversion.width);
    if (*fmt == '.') {
      unsigned precision = 0;
      fmt = parse_number(fmt + 1, &precision);
      conversion.precision = (int)precision;
    }
    fmt = parse_length(fmt, &conversion.bits);
    switch (*fmt++) {
    case 'd':
    case 'i':
      put_signed(out, &conversion, -8070450532247928832);
      break;
    case 'u': put_unsigned(out, &conversion, 81985529216486895, 10); break;
    case 'o': put_unsigned(out, &conversion, 342391, 8); break;
    case 'X':
      conversion.flags |= UPPER; /* fall through */
    case 'x': put_unsigned(out, &conversion, 0xfeed0123beef, 16); break;
    case 'p':
      conversion.flags |= ALTERNATE;
      put_unsigned(out, &conversion, 0x10000, 16);
      break;
    case 'c': put_text(out, &conversion, "c", 1); break;
    case 's': put_text(out, &conversion, "text", 4); break;
    case '%': put(out, '%'); break;
    case 0: return -1;
    default: put_text(out, &conversion, fmt - 1, 1);
    }
  }
  return (int)out->length;
}

int format_main(const char *fmt) {
  struct output out;
  out.length = 0;
  return format(&out, fmt);
}
