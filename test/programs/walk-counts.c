// nearmiss: explore --entry first_unique --len s=3 --max-runs 40
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:'a','b','c'
// nearmiss: explore --entry through --max-runs 20
// expect: complete true
// expect: no findings
// expect: brute-force i:0..255
// What is counted at a symbolic index and read back at the same one is no walk: a run for each of 256 values would
// be two hundred times the runs these need. The same of tables of constants, however deep.

#include <string.h>

static unsigned char counts[256];

int first_unique(const char *s) {
  memset(counts, 0, sizeof counts);
  for (int i = 0; i < 3; i++)
    counts[(unsigned char)s[i]]++;
  for (int i = 0; i < 3; i++)
    if (counts[(unsigned char)s[i]] == 1)
      return i;
  return -1;
}

static const unsigned char turn[16] = {3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12};

int through(unsigned char i) {
  int at = i & 15;
  for (int k = 0; k < 6; k++)
    at = turn[at];
  return at == 9;
}
