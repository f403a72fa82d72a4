/* Characters of several bytes and wide ones. */
#include "agree.h"
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int number) { return number < 0 ? -1 : number > 0; }

static void conversions(const char *bytes, size_t length) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  printf("mbrtowc|");
  shown(bytes, length);
  for (size_t at = 0; at < length;) {
    wchar_t wide = 0;
    size_t used = mbrtowc(&wide, bytes + at, length - at, &state);
    printf("|%d %x", (int)used, (unsigned)wide);
    if (used == (size_t)-1 || used == (size_t)-2) break;
    at += used ? used : 1;
  }
  putchar('\n');
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int pass = 0; pass < 2; pass++) {
    if (pass) printf("setlocale|%s\n", setlocale(LC_ALL, "C.UTF-8"));
    printf("max|%d\n", (int)MB_CUR_MAX);
    for (int c = 0; c < 256; c++) {
      char one = (char)c;
      /* Beyond U+10FFFF, of which UTF-8 has had no use since 2003, glibc goes on: nothing of that is asked. */
      if (c < (pass ? 0xf5 : 128)) conversions(&one, 1);
    }
    for (int i = 0; i < rounds; i++) {
      static const char *const parts[] = {"a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc3", "\xe2\x82", "\x80", "\xc0\x80", "\xed\xa0\x80", "z"};
      char text[64] = "", back[64];
      for (int k = 1 + (int)below(4); k > 0; k--) strcat(text, pass ? ONE_OF(parts) : "a1");
      conversions(text, strlen(text));
      wchar_t wide[32];
      size_t count = mbstowcs(wide, text, 32);
      printf("mbstowcs|%d\n", (int)count);
      if (count == (size_t)-1) continue;
      printf("wcstombs|%d|", (int)wcstombs(back, wide, sizeof back));
      shown(back, strlen(back));
      putchar('\n');
      wchar_t other[16] = L"az";
      printf("wcs|%d %d %d %d\n", (int)wcslen(wide), sign(wcscmp(wide, other)), (int)wcscspn(wide, other), wcschr(wide, L'z') ? (int)(wcschr(wide, L'z') - wide) : -1);
      wchar_t formatted[64];
      int first = (int)below(1000);
      unsigned last = below(256);
      int printed = swprintf(formatted, 64, L"%d|%ls|%5s|%x", first, wide, "ab", last);
      printf("swprintf|%d", printed);
      for (int k = 0; k < printed; k++) printf(" %x", (unsigned)formatted[k]);
      putchar('\n');
    }
  }
  for (unsigned c = 0; c < 0x100; c++) {
    printf("wctype|%x|%d%d%d%d%d%d%d%d%d|%x %x|%d\n", c, !!iswalpha(c), !!iswdigit(c), !!iswspace(c), !!iswupper(c), !!iswlower(c), !!iswpunct(c), !!iswprint(c), !!iswcntrl(c), !!iswxdigit(c), towupper(c), towlower(c), wcwidth((wchar_t)c));
  }
  wchar_t *end;
  printf("wcstol|%ld %ld %ld\n", wcstol(L"  -12x", &end, 10), wcstol(L"0x1f", &end, 0), wcstol(L"077", &end, 0));
  printf("wcstod|%.17g %.17g\n", wcstod(L" 1.25e3z", &end), wcstod(L"x", &end));
  return 0;
}
