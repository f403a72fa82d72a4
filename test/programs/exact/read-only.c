// nearmiss: explore --entry literal
// expect: complete true
// expect: finding read-only-write @literal
// nearmiss: explore --entry literal_right
// expect: complete true
// expect: verified read-only-write
// nearmiss: explore --entry table
// expect: complete true
// expect: finding read-only-write @table
// nearmiss: explore --entry copied
// expect: complete true
// expect: finding read-only-write @copied
// What may only be read is written.
#include <string.h>

static const int primes[] = {2, 3, 5, 7};

int literal(unsigned char n) {
  char *text = "hello";
  if (n == 11)
    text[0] = 'j'; /* BUG:literal */
  return text[0];
}

int literal_right(unsigned char n) {
  char text[] = "hello";
  if (n == 11)
    text[0] = 'j';
  return text[0];
}

int table(unsigned char n) {
  int *at = (int *)primes;
  if (n < 4)
    at[n] = 1; /* BUG:table */
  return at[n & 3];
}

int copied(unsigned char n) {
  char *text = "hello";
  if (n == 11)
    memset(text + 1, 'x', 2); /* BUG:copied */
  return text[0];
}
