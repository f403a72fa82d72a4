// The same for numbers that scanf reads: one question about their digits took a solver longer than all of this.
// nearmiss: explore --entry price --len text=4
// expect: incomplete concretized-float
// expect: complete false
// expect: finding division-by-zero @free
// expect: finding abort @big
#include <stdio.h>
#include <stdlib.h>
int price(const char *text) {
  double amount = 1;
  int length = 0;
  if (sscanf(text, "%lf%n", &amount, &length) != 1) return -1;
  if (length == 3 && text[1] == '.' && text[3] == '%') return 100 / (int)amount; // BUG:free
  if (length == 4 && text[1] == 'e' && text[4] == 0) abort(); // BUG:big
  return amount > 0;
}
