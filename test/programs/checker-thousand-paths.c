// nearmiss: explore --entry count
// expect: paths 1024
// expect: tests 1024
// expect: complete true
// expect: finding division-by-zero @mean
// expect: finding array-overflow @table
// expect: finding assertion @sum
// Every one of 1,024 paths fails, in one of three places: three findings.

#include <assert.h>

int count(unsigned short flags) {
  int table[4] = {0, 1, 2, 3};
  int set = 0;
  for (int i = 0; i < 10; i++)
    if (flags >> i & 1)
      set++;
  switch (set % 3) {
  case 0:
    return 100 / (set % 3); /* BUG:mean */
  case 1:
    return table[set % 3 + 3]; /* BUG:table */
  default:
    assert(set > 10); /* BUG:sum */
    return set;
  }
}
