// nearmiss: explore --entry to_utf7 --len s=1
// expect: paths 9
// expect: complete true
// expect: no findings
// expect: brute-force s[0]:0..255
// nearmiss: explore --entry to_utf7 --len s=2
// expect: paths 36
// expect: complete true
// expect: no findings
// expect: brute-force s[0..1]:0..255
// nearmiss: explore --entry to_utf7 --len s=3
// expect: paths 128
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,31,32,'&','a',126,127,128,143,144,159,160,191,192,193,194,223,224,225,236,237,238,239,240,241,243,244,245,255
// nearmiss: explore --entry to_utf7 --len s=4
// expect: paths 441
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:0,31,32,'&','a',126,127,128,143,144,159,160,191,192,193,194,223,224,225,236,237,238,239,240,241,243,244,245,255
// nearmiss: explore --entry to_utf7 --len s=5
// expect: paths 1507
// expect: complete true
// expect: no findings
// UTF-8 to the modified UTF-7 of IMAP mailbox names (RFC 3501, 5.1.3): printable ASCII stands for itself, '&'
// is "&-", all else is UTF-16 in base64 with ',' for '/', between '&' and '-'. Malformed UTF-8 (overlong,
// surrogates, beyond U+10FFFF, cut off) is refused.

static const char base64[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

struct writer {
  char text[64];
  int length;
  unsigned pending; /* bits not written yet */
  int bits;
  int shifted;
};

static void put(struct writer *to, char c) {
  to->text[to->length++] = c;
}

static void shift_in(struct writer *to) {
  if (!to->shifted) {
    put(to, '&');
    to->shifted = 1;
    to->pending = 0;
    to->bits = 0;
  }
}

static void shift_out(struct writer *to) {
  if (to->shifted) {
    if (to->bits > 0)
      put(to, base64[to->pending << (6 - to->bits) & 63]);
    put(to, '-');
    to->shifted = 0;
  }
}

static void put_unit(struct writer *to, unsigned unit) {
  to->pending = to->pending << 16 | unit;
  to->bits += 16;
  while (to->bits >= 6) {
    to->bits -= 6;
    put(to, base64[to->pending >> to->bits & 63]);
  }
  to->pending &= (1u << to->bits) - 1;
}

/* Reads one character; -1 if it is not well formed. */
static int read_character(const unsigned char **from) {
  const unsigned char *at = *from;
  int value, more, least;
  if (*at < 0x80) {
    *from = at + 1;
    return *at;
  } else if (*at < 0xc2) {
    return -1;
  } else if (*at < 0xe0) {
    value = *at & 0x1f;
    more = 1;
    least = 0x80;
  } else if (*at < 0xf0) {
    value = *at & 0x0f;
    more = 2;
    least = 0x800;
  } else if (*at < 0xf5) {
    value = *at & 0x07;
    more = 3;
    least = 0x10000;
  } else {
    return -1;
  }
  for (at++; more > 0; more--, at++) {
    if ((*at & 0xc0) != 0x80)
      return -1;
    value = value << 6 | (*at & 0x3f);
  }
  if ((value < least) | (value > 0x10ffff) | (value >> 11 == 0xd800 >> 11))
    return -1;
  *from = at;
  return value;
}

int to_utf7(const char *s) {
  const unsigned char *from = (const unsigned char *)s;
  struct writer to;
  to.length = 0;
  to.shifted = 0;
  while (*from) {
    int character = read_character(&from);
    if (character < 0)
      return -1;
    if ((unsigned)character - 0x20 < 0x5f) {
      shift_out(&to);
      put(&to, (char)character);
      if (character == '&')
        put(&to, '-');
    } else {
      shift_in(&to);
      if (character >= 0x10000) {
        character -= 0x10000;
        put_unit(&to, 0xd800 | character >> 10);
        put_unit(&to, 0xdc00 | (character & 0x3ff));
      } else {
        put_unit(&to, (unsigned)character);
      }
    }
  }
  shift_out(&to);
  put(&to, 0);
  return to.length;
}
