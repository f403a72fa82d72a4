// What a long can hold: a false alarm on one machine, a bug on the other.
// nearmiss: explore --entry area
// expect: complete true
// expect at 32: finding integer-overflow @area
// expect at 32: finding integer-underflow @area
// nearmiss: explore --entry seconds
// expect: complete true
// expect at 32: finding integer-overflow @seconds
// nearmiss: explore --entry bits
// expect: complete true
// expect at 32: finding shift @bits
// nearmiss: explore --entry narrow
// expect: complete true
// expect at 64: finding division-by-zero @narrow
// nearmiss: explore --entry largest
// expect: complete true
// expect at 32: paths 1
// expect at 32: finding integer-overflow @largest
// expect at 64: paths 2
// nearmiss: explore --entry parsed --len text=11
// expect at 32: finding assertion @parsed
// nearmiss: explore --entry difference
// expect: complete true
// expect at 32: finding abort @near
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

long area(int width, int height) {
  return (long)width * height; /* BUG:area */
}

long seconds(unsigned short days) {
  return 86400L * days; /* BUG:seconds */
}

long bits(unsigned char n) {
  if (n > 40)
    return 0;
  return (long)(1UL << n); /* BUG:bits */
}

int narrow(long n) {
  if (n == 0)
    return 0;
  return 100 / (int)n; /* BUG:narrow */
}

int largest(int n) {
  long sum = (long)n + 1; /* BUG:largest */
  return sum > INT_MAX ? 1 : 0;
}

/* Ten digits and more are no int, and no long of 32 bits. */
void parsed(const char *text) {
  for (int i = 0; i < 11; i++)
    if (text[i] != '9')
      return;
  errno = 0;
  long value = strtol(text, NULL, 10);
  assert(errno == 0 && value == LONG_MAX / LONG_MAX * 99999999999); /* BUG:parsed */
}

static char spread[4];

void difference(unsigned char n) {
  if (sizeof(ptrdiff_t) == 4 && n == 4)
    abort(); /* BUG:near */
  (void)spread;
}
