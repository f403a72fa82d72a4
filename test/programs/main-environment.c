// nearmiss: explore --env LEVEL=0..3 --env OTHER=1
// expect: complete true
// expect: finding array-overflow @level
// expect: brute-force env.LEVEL.length:0..3 env.LEVEL[0..2]:0,'0'..'9','x'
// nearmiss: explore --env LEVEL=2 -DSAFE
// expect: complete true
// expect: no findings
// expect: brute-force env.LEVEL[0..1]:0,'0'..'9','x'
// nearmiss: explore --env OTHER=0..2
// expect: paths 1
// expect: assumed --env LEVEL=8
// A setting from the environment, used as an index.

#include <stdlib.h>

static const char *const names[] = {"none", "some", "all"};

int main(void) {
  const char *text = getenv("LEVEL");
  if (!text)
    return 1;
  int level = 0;
  for (int i = 0; text[i] >= '0' && text[i] <= '9'; i++)
    level = 10 * level + text[i] - '0';
#ifdef SAFE
  if (level > 2)
    return 2;
#endif
  if (level > 12)
    return 3;
  return names[level] == names[0]; /* BUG:level */
}
