// nearmiss: explore --entry sorted --len values=3
// expect: paths >= 5
// expect: complete true
// expect: no findings
// expect: verified abort
// nearmiss: explore --entry found --len values=3
// expect: complete true
// expect: finding abort @found
// libc's qsort (smoothsort, with its own arithmetic on indices) and bsearch call back into the program with
// pointers to symbolic data. What qsort leaves is proved sorted. Of the 3! orders two
// differ only in an address libc selects without a branch, so paths are 5 at least.

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

int sorted(unsigned char *values) {
  qsort(values, 3, 1, compare);
  if (values[0] > values[1] || values[1] > values[2])
    abort();
  return 0;
}

int found(unsigned char *values) {
  static const unsigned char table[6] = {3, 14, 15, 92, 65 + 60, 200};
  unsigned char *hit = bsearch(&values[0], table, 6, 1, compare);
  if (hit && hit - table == 4)
    abort(); /* BUG:found */
  return 0;
}
