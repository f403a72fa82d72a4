// Digits that become a float go through arithmetic of big integers in libc, which no solver gets through in time: which
// characters a number is made of is decided here, its digits are made concrete.
// nearmiss: explore --entry price --len text=4
// expect: incomplete concretized-float
// expect: complete false
// expect: finding division-by-zero @free
// expect: finding abort @big
#include <stdlib.h>
int price(const char *text) {
  char *unit;
  double amount = strtod(text, &unit);
  if (unit == text) return -1;
  if (unit - text == 3 && text[1] == '.' && *unit == '%') return 100 / (int)amount; // BUG:free
  if (unit - text == 4 && text[1] == 'e' && *unit == 0) abort(); // BUG:big
  return amount > 0;
}
