// nearmiss: explore --stdin 0..40 --max-runs 4
// expect: finding string-overflow @word
// A word of any length into a buffer: found without a run a byte.

#include <stdio.h>

int main(void) {
  char word[16];
  if (scanf("%s", word) != 1) /* BUG:word */
    return 1;
  return word[0] == '-';
}
