/* Between Unicode's encodings, ASCII and Latin-1. */
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "host.h"

enum charset { ASCII, LATIN1, UTF8, UTF16LE, UTF16BE, UTF32LE, UTF32BE, UNKNOWN };

static enum charset named(const char *name) {
  static const struct {
    const char *name;
    enum charset charset;
  } all[] = {{"ASCII", ASCII}, {"US-ASCII", ASCII}, {"ANSI_X3.4-1968", ASCII}, {"ISO-8859-1", LATIN1}, {"ISO8859-1", LATIN1}, {"ISO_8859-1", LATIN1}, {"LATIN1", LATIN1}, {"UTF-8", UTF8}, {"UTF8", UTF8}, {"UTF-16LE", UTF16LE}, {"UTF-16BE", UTF16BE}, {"UTF-16", UTF16LE}, {"UCS-2LE", UTF16LE}, {"UCS-2BE", UTF16BE}, {"UTF-32LE", UTF32LE}, {"UTF-32BE", UTF32BE}, {"UTF-32", UTF32LE}, {"UCS-4LE", UTF32LE}, {"WCHAR_T", UTF32LE}, {"", UTF8}};
  size_t length = 0;
  while (name[length] && !(name[length] == '/' && name[length + 1] == '/')) length++;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (strlen(all[i].name) == length && strncasecmp(all[i].name, name, length) == 0) return all[i].charset;
  return UNKNOWN;
}

struct conversion {
  enum charset from, to;
  int translates, ignores;
};

WEAK iconv_t iconv_open(const char *to, const char *from) {
  enum charset a = named(to), b = named(from);
  struct conversion *conversion = a == UNKNOWN || b == UNKNOWN ? 0 : malloc(sizeof *conversion);
  if (!conversion) {
    errno = a == UNKNOWN || b == UNKNOWN ? EINVAL : ENOMEM;
    return (iconv_t)-1;
  }
  *conversion = (struct conversion){b, a, strstr(to, "//TRANSLIT") != 0, strstr(to, "//IGNORE") != 0};
  return conversion;
}
WEAK int iconv_close(iconv_t conversion) {
  free(conversion);
  return 0;
}

enum { ILLEGAL = -1, INCOMPLETE = -2 };

/* Bytes of one character, or what is wrong with it. */
static int decode(enum charset charset, const unsigned char *text, size_t size, uint32_t *c) {
  int big = charset == UTF16BE || charset == UTF32BE;
  switch (charset) {
    case ASCII:
      *c = text[0];
      return *c < 128 ? 1 : ILLEGAL;
    case LATIN1:
      *c = text[0];
      return 1;
    case UTF8: {
      static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
      uint32_t first = text[0];
      *c = first;
      if (first < 0x80) return 1;
      int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
      if (!length) return ILLEGAL;
      uint32_t bits = first & (0x7fu >> length);
      for (int i = 1; i < length; i++) {
        if ((size_t)i == size) return INCOMPLETE;
        if ((text[i] & 0xc0) != 0x80) return ILLEGAL;
        bits = bits << 6 | (text[i] & 0x3f);
      }
      *c = bits;
      return bits < least[length] || bits > 0x10ffff || bits - 0xd800 < 0x800 ? ILLEGAL : length;
    }
    case UTF16LE:
    case UTF16BE: {
      if (size < 2) return INCOMPLETE;
      uint32_t unit = (uint32_t)text[!big] << 8 | text[big];
      *c = unit;
      if (unit - 0xd800 >= 0x800) return 2;
      if (unit >= 0xdc00) return ILLEGAL;
      if (size < 4) return INCOMPLETE;
      uint32_t low = (uint32_t)text[2 + !big] << 8 | text[2 + big];
      if (low - 0xdc00 >= 0x400) return ILLEGAL;
      *c = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
      return 4;
    }
    default:
      if (size < 4) return INCOMPLETE;
      *c = 0;
      for (int i = 0; i < 4; i++) *c = *c << 8 | text[big ? i : 3 - i];
      return *c > 0x10ffff || *c - 0xd800 < 0x800 ? ILLEGAL : 4;
  }
}

/* Bytes of one character; ILLEGAL where the charset has none for it. */
static int encode(enum charset charset, uint32_t c, unsigned char to[4]) {
  int big = charset == UTF16BE || charset == UTF32BE;
  switch (charset) {
    case ASCII:
    case LATIN1:
      to[0] = (unsigned char)c;
      return c < (charset == ASCII ? 128 : 256) ? 1 : ILLEGAL;
    case UTF8: {
      if (c < 0x80) {
        to[0] = (unsigned char)c;
        return 1;
      }
      int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      for (int i = length; i-- > 1; c >>= 6) to[i] = (unsigned char)(0x80 | (c & 0x3f));
      to[0] = (unsigned char)((0xf00u >> length & 0xff) | c);
      return length;
    }
    case UTF16LE:
    case UTF16BE: {
      uint32_t units[2] = {c, 0};
      int count = 1;
      if (c >= 0x10000) {
        units[0] = 0xd800 + ((c - 0x10000) >> 10);
        units[1] = 0xdc00 + ((c - 0x10000) & 0x3ff);
        count = 2;
      }
      for (int i = 0; i < count; i++) {
        to[2 * i + !big] = (unsigned char)(units[i] >> 8);
        to[2 * i + big] = (unsigned char)units[i];
      }
      return 2 * count;
    }
    default:
      for (int i = 0; i < 4; i++) to[big ? 3 - i : i] = (unsigned char)(c >> (8 * i));
      return 4;
  }
}

WEAK size_t iconv(iconv_t handle, char **restrict from, size_t *restrict size, char **restrict to,
                  size_t *restrict room) {
  struct conversion *conversion = handle;
  size_t changed = 0;
  if (!from || !*from) return 0;
  while (*size > 0) {
    uint32_t c;
    unsigned char bytes[4];
    int used = decode(conversion->from, (const unsigned char *)*from, *size, &c);
    if (used < 0) {
      if (used == ILLEGAL && conversion->ignores) {
        ++*from;
        --*size;
        continue;
      }
      errno = used == ILLEGAL ? EILSEQ : EINVAL;
      return (size_t)-1;
    }
    int made = encode(conversion->to, c, bytes);
    if (made < 0 && conversion->translates) {
      made = encode(conversion->to, '?', bytes);
      changed++;
    } else if (made < 0 && conversion->ignores) {
      made = 0;
    } else if (made < 0) {
      errno = EILSEQ;
      return (size_t)-1;
    }
    if ((size_t)made > *room) {
      errno = E2BIG;
      return (size_t)-1;
    }
    memcpy(*to, bytes, (size_t)made);
    *to += made;
    *room -= (size_t)made;
    *from += used;
    *size -= (size_t)used;
  }
  return changed;
}
