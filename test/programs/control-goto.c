// nearmiss: explore --entry machine --len s=3
// expect: paths 8
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,'a','b','c'
// nearmiss: explore --entry cleanup
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1 b:0,1 c:0,1
// A state machine written with goto that accepts (ab)* and stops at the first wrong byte:
// at an even byte it ends, goes wrong or goes on; at an odd one ends, is 'c', is wrong or goes on; the third
// byte is followed by the terminator: 2 + 3 + 3 = 8. Cleanup labels in
// reverse order, one for each step that can fail.

#include <stdlib.h>

int machine(const char *s) {
expect_a:
  if (*s == 0)
    return 1;
  if (*s++ != 'a')
    goto fail;
  if (*s == 0)
    goto fail;
  if (*s != 'b') {
    if (*s == 'c')
      return 2;
    goto fail;
  }
  s++;
  goto expect_a;
fail:
  return 0;
}

int cleanup(unsigned char a, unsigned char b, unsigned char c) {
  int result = -1;
  char *first = malloc(4), *second;
  if (a)
    goto free_first;
  second = malloc(8);
  if (b)
    goto free_second;
  if (c)
    goto free_second;
  result = 0;
free_second:
  free(second);
free_first:
  free(first);
  return result;
}
