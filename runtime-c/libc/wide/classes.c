/*
 * Kinds of wide characters. ASCII exactly; beyond it the two blocks of letters behind it (Latin-1, Greek and Cyrillic)
 * and, roughly, where letters, wide and combining characters are: docs/libc.md says how roughly.
 */
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "host.h"

#undef iswdigit

/* wint_t has a sign here: nothing below zero is in any of these. */
static int between(wint_t c, unsigned low, unsigned high) { return (unsigned)c - low <= high - low; }

static int is_combining(wint_t c) {
  return between(c, 0x300, 0x36f) || between(c, 0x483, 0x489) || between(c, 0x591, 0x5bd) || between(c, 0x610, 0x61a) ||
         between(c, 0x64b, 0x65f) || between(c, 0x200b, 0x200f) || between(c, 0x20d0, 0x20ff) ||
         between(c, 0xfe00, 0xfe0f) || between(c, 0xfe20, 0xfe2f);
}
static int is_double_width(wint_t c) {
  return between(c, 0x1100, 0x115f) || between(c, 0x2e80, 0x303e) || between(c, 0x3041, 0x33ff) ||
         between(c, 0x3400, 0x4dbf) || between(c, 0x4e00, 0x9fff) || between(c, 0xa000, 0xa4cf) ||
         between(c, 0xac00, 0xd7a3) || between(c, 0xf900, 0xfaff) || between(c, 0xfe30, 0xfe6f) ||
         between(c, 0xff00, 0xff60) || between(c, 0xffe0, 0xffe6) || between(c, 0x1f300, 0x1f64f) ||
         between(c, 0x1f900, 0x1f9ff) || between(c, 0x20000, 0x3fffd);
}
static int is_control(wint_t c) { return between(c, 0, 31) || between(c, 0x7f, 0x9f) || c == 0x2028 || c == 0x2029; }
static int is_character(wint_t c) { return between(c, 0, 0x10ffff) && !between(c, 0xd800, 0xdfff) && (c & 0xfffe) != 0xfffe; }

WEAK wint_t towupper(wint_t c) {
  if (c < 128) return between(c, 'a', 'z') ? c & ~32 : c;
  if (between(c, 0xe0, 0xfe) && c != 0xf7) return c - 32;
  if (c == 0xff) return 0x178;
  if (c == 0xb5) return 0x39c;
  if ((between(c, 0x100, 0x137) || between(c, 0x14a, 0x177) || between(c, 0x1e00, 0x1e95) || between(c, 0x460, 0x481) || between(c, 0x48a, 0x4bf) || between(c, 0x4d0, 0x52f)) && c != 0x131)
    return c & ~1;
  if (c == 0x131) return 'I';
  if (between(c, 0x139, 0x148) || between(c, 0x179, 0x17e)) return c & 1 ? c : c - 1;
  if (between(c, 0x3b1, 0x3c9) && c != 0x3c2) return c - 32;
  if (c == 0x3c2) return 0x3a3;
  if (between(c, 0x430, 0x44f)) return c - 32;
  if (between(c, 0x450, 0x45f)) return c - 80;
  return c;
}
WEAK wint_t towlower(wint_t c) {
  if (c < 128) return between(c, 'A', 'Z') ? c | 32 : c;
  if (between(c, 0xc0, 0xde) && c != 0xd7) return c + 32;
  if (c == 0x178) return 0xff;
  if ((between(c, 0x100, 0x137) || between(c, 0x14a, 0x177) || between(c, 0x1e00, 0x1e95) || between(c, 0x460, 0x481) || between(c, 0x48a, 0x4bf) || between(c, 0x4d0, 0x52f)) && c != 0x130 && c != 0x131)
    return c | 1;
  if (c == 0x130) return 'i';
  if (between(c, 0x139, 0x148) || between(c, 0x179, 0x17e)) return c & 1 ? c + 1 : c;
  if (between(c, 0x391, 0x3a9) && c != 0x3a2) return c + 32;
  if (between(c, 0x410, 0x42f)) return c + 32;
  if (between(c, 0x400, 0x40f)) return c + 80;
  return c;
}

WEAK int iswdigit(wint_t c) { return between(c, '0', '9'); }
WEAK int iswxdigit(wint_t c) { return between(c, '0', '9') || between(c | 32, 'a', 'f'); }
WEAK int iswcntrl(wint_t c) { return is_control(c); }
WEAK int iswspace(wint_t c) {
  return c == ' ' || between(c, '\t', '\r') || c == 0x1680 || (between(c, 0x2000, 0x200a) && c != 0x2007) || c == 0x2028 ||
         c == 0x2029 || c == 0x205f || c == 0x3000;
}
WEAK int iswblank(wint_t c) { return c == ' ' || c == '\t' || (c > 127 && iswspace(c) && c != 0x2028 && c != 0x2029); }
WEAK int iswupper(wint_t c) { return towlower(c) != c; }
WEAK int iswlower(wint_t c) { return towupper(c) != c || c == 0xdf || c == 0xaa || c == 0xba; }
WEAK int iswalpha(wint_t c) {
  if (c < 128) return between(c | 32, 'a', 'z');
  if (c < 0x100) return c == 0xaa || c == 0xb5 || c == 0xba || (c >= 0xc0 && c != 0xd7 && c != 0xf7);
  if (is_combining(c) || is_control(c) || iswspace(c)) return 0;
  return between(c, 0x100, 0x2c1) || between(c, 0x370, 0x373) || between(c, 0x376, 0x377) || between(c, 0x386, 0x1fff) ||
         between(c, 0x2c00, 0x2dff) || between(c, 0x3041, 0x318e) || between(c, 0x3400, 0x4dbf) ||
         between(c, 0x4e00, 0xa4cf) || between(c, 0xa640, 0xa7ff) || between(c, 0xac00, 0xd7a3) ||
         between(c, 0xf900, 0xfaff) || between(c, 0xff21, 0xff3a) || between(c, 0xff41, 0xff5a) ||
         between(c, 0x10000, 0x1cfff) || between(c, 0x20000, 0x3fffd);
}
WEAK int iswalnum(wint_t c) { return iswdigit(c) || iswalpha(c); }
WEAK int iswprint(wint_t c) { return is_character(c) && !is_control(c); }
WEAK int iswgraph(wint_t c) { return iswprint(c) && !iswspace(c); }
WEAK int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c); }

WEAK int wcwidth(wchar_t character) {
  wint_t c = (wint_t)character;
  if (c == 0) return 0;
  if (!iswprint(c)) return -1;
  return is_combining(c) ? 0 : is_double_width(c) ? 2 : 1;
}
WEAK int wcswidth(const wchar_t *text, size_t limit) {
  int width = 0;
  for (; limit > 0 && *text; limit--, text++) {
    int one = wcwidth(*text);
    if (one < 0) return -1;
    width += one;
  }
  return width;
}

static const struct {
  const char *name;
  int (*is)(wint_t);
} classes[] = {
    {"alnum", iswalnum}, {"alpha", iswalpha}, {"blank", iswblank}, {"cntrl", iswcntrl}, {"digit", iswdigit},
    {"graph", iswgraph}, {"lower", iswlower}, {"print", iswprint}, {"punct", iswpunct}, {"space", iswspace},
    {"upper", iswupper}, {"xdigit", iswxdigit},
};
WEAK wctype_t wctype(const char *name) {
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strcmp(name, classes[i].name) == 0) return i + 1;
  return 0;
}
WEAK int iswctype(wint_t c, wctype_t type) {
  return type > 0 && type <= sizeof classes / sizeof *classes && classes[type - 1].is(c);
}
static const int lower = 1, upper = 2;
WEAK wctrans_t wctrans(const char *name) {
  return strcmp(name, "tolower") == 0 ? &lower : strcmp(name, "toupper") == 0 ? &upper : 0;
}
WEAK wint_t towctrans(wint_t c, wctrans_t which) { return which == &lower ? towlower(c) : which == &upper ? towupper(c) : c; }
