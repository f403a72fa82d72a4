// Text as characters: no byte behind the text's end is looked at, whatever it is aligned to.
// nearmiss: explore --entry characters --len s=5
// expect: complete true
// expect: finding division-by-zero @two
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int characters(const char *s) {
  setlocale(LC_CTYPE, "C.UTF-8");
  size_t length = strlen(s);
  char *text = malloc(length + 1);
  if (!text) return -1;
  memcpy(text, s, length + 1);
  wchar_t wide[6];
  size_t needed = mbstowcs(NULL, text, 0), count = mbstowcs(wide, text, 6);
  free(text);
  if (count == (size_t)-1) return needed == count ? -2 : (abort(), 0);
  if (needed != count || wide[count] != 0) abort();
  if (count == 2 && wide[0] == 0x20ac && wide[1] == 'x') return 1 / (length - 4); // BUG:two
  return (int)count;
}
