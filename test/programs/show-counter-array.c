// nearmiss: explore --entry histogram --len s=3
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:'a','b','c','d'
// nearmiss: explore --entry repeated --len s=3
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:'a','b','c','d'
// Counters written at a symbolic index and read back. `histogram` distinguishes how many of three bytes are
// 'a' (0 … 3: 4 paths). `repeated` asks of each byte whether it was seen before: no repeat; the second
// repeats the first; the third repeats an earlier one; and the second stops at once, so 2 + 2 paths are
// the four answers of (s1 seen?, s2 seen?).

#include <string.h>

static unsigned char counts[256];

int histogram(const char *s) {
  memset(counts, 0, sizeof counts);
  for (int i = 0; i < 3; i++)
    counts[(unsigned char)s[i]]++;
  if (counts['a'] == 0)
    return 0;
  if (counts['a'] == 1)
    return 1;
  if (counts['a'] == 2)
    return 2;
  return 3;
}

int repeated(const char *s) {
  int repeats = 0;
  memset(counts, 0, sizeof counts);
  for (int i = 0; i < 3; i++)
    if (counts[(unsigned char)s[i]]++ > 0)
      repeats++;
  return repeats;
}
