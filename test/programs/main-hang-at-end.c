// nearmiss: explore --stdin 0..1 --fuel 20000
// expect: finding hang @eof
// expect: complete true
// Forgets that the input may end: at its end nothing changes any more, in the program or outside.
#include <stdio.h>

int main(void) {
  int c;
  while ((c = getchar()) != '\n')  // BUG:eof
    if (c == 'x')
      puts("x");
  return 0;
}
