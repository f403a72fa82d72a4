// Memory that a machine gives, here or not: 900 MB are, 1.5 GB end the run, and 3 GB nobody gives to 32 bits.
// nearmiss: explore --stdin 1
// expect: finding abort @bug
// expect: incomplete unmodelled-call
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int c = getchar();
  char *block = malloc(c == 'a' ? 900u << 20 : c == 'b' ? 1500u << 20 : c == 'c' ? 3000u << 20 : 1);
  if (block)
    block[(900u << 20) * (c == 'a') - (c == 'a')] = 1;
  else if (c == 'c')
    abort(); /* BUG:bug */
  else
    abort();
  return 0;
}
