/* Characters of the C locale, by comparison: a table would be read at a symbolic index. */
#include <ctype.h>
#include <locale.h>
#include "host.h"

#define CHARACTERS(name, condition)               \
  WEAK int name(int c) { return (condition) != 0; } \
  WEAK int name##_l(int c, locale_t locale) { return name(c); } \
  WEAK int __##name##_l(int c, locale_t locale) { return name(c); }

CHARACTERS(isdigit, (unsigned)c - '0' < 10)
CHARACTERS(islower, (unsigned)c - 'a' < 26)
CHARACTERS(isupper, (unsigned)c - 'A' < 26)
CHARACTERS(isalpha, ((unsigned)c | 32) - 'a' < 26)
CHARACTERS(isalnum, ((unsigned)c | 32) - 'a' < 26 || (unsigned)c - '0' < 10)
CHARACTERS(isspace, c == ' ' || (unsigned)c - '\t' < 5)
CHARACTERS(isblank, c == ' ' || c == '\t')
CHARACTERS(iscntrl, (unsigned)c < 32 || c == 127)
CHARACTERS(isgraph, (unsigned)c - 33 < 94)
CHARACTERS(isprint, (unsigned)c - 32 < 95)
CHARACTERS(ispunct, (unsigned)c - 33 < 94 && !(((unsigned)c | 32) - 'a' < 26 || (unsigned)c - '0' < 10))
CHARACTERS(isxdigit, (unsigned)c - '0' < 10 || ((unsigned)c | 32) - 'a' < 6)

WEAK int tolower(int c) { return (unsigned)c - 'A' < 26 ? c | 32 : c; }
WEAK int toupper(int c) { return (unsigned)c - 'a' < 26 ? c & ~32 : c; }
WEAK int tolower_l(int c, locale_t locale) { return tolower(c); }
WEAK int toupper_l(int c, locale_t locale) { return toupper(c); }
WEAK int __tolower_l(int c, locale_t locale) { return tolower(c); }
WEAK int __toupper_l(int c, locale_t locale) { return toupper(c); }
WEAK int isascii(int c) { return (unsigned)c < 128; }
WEAK int toascii(int c) { return c & 127; }
