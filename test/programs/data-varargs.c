// nearmiss: explore --entry run
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force n:0..4 x:0,7
// nearmiss: explore --entry wide
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0,4294967301
// Variable arguments go through memory; the symbolic ones must arrive, and how many there are is symbolic too.
// run: refused | n = 0 | n = 1 | n = 2 (x counts in the sum, no branch on it): 4.

#include <stdarg.h>

static unsigned sum(unsigned count, ...) {
  va_list list;
  unsigned total = 0;
  va_start(list, count);
  while (count--)
    total += va_arg(list, unsigned);
  va_end(list);
  return total;
}

static unsigned long long last(int count, ...) {
  va_list list;
  unsigned long long value = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    value = va_arg(list, unsigned long long);
  va_end(list);
  return value;
}

int run(unsigned char n, unsigned char x) {
  if (n > 2)
    return -1;
  return sum(n, x, 3u);
}

int wide(unsigned long long x) {
  if (last(3, 1ull, 2ull, x) == 4294967301u)
    return 1;
  return 0;
}
