// nearmiss: explore --stdin 0..3
// expect: complete true
// expect: finding division-by-zero @zero
// expect: brute-force stdin.length:0..3 stdin[0..2]:0,'a','+','0'..'9'
// expect: exit 1
// Numbers and signs from standard input, one character at a time: the end may come anywhere.

#include <stdio.h>

int main(void) {
  int total = 0, count = 0, c;
  while ((c = getchar()) != EOF) {
    if (c >= '0' && c <= '9') {
      total = 10 * total + c - '0';
      count++;
    } else if (c == '+') {
      if (count > 1)
        return 100 / (total - 42); /* BUG:zero */
    } else
      return 1;
  }
  return 0;
}
