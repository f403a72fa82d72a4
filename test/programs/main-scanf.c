// nearmiss: explore --stdin 0..2
// expect: complete true
// expect: finding array-overflow @last
// expect: brute-force stdin.length:0..2 stdin[0..1]:0,8..14,31..33,42..58,'x'..'z',127,255
// nearmiss: explore --stdin 0..3 -DMORE
// expect: complete true
// expect: finding assertion @more
// A number with scanf; the character that ended it, or was none, is there for the next reader.

#include <assert.h>
#include <stdio.h>

int main(void) {
#ifdef MORE
  int first;
  if (scanf("%1d", &first) == 1 && first == 7 && getchar() == 'x')
    assert(getchar() != 'y'); /* BUG:more */
  return ungetc('z', stdin) != getchar();
#endif
  int count, table[4];
  if (scanf("%d", &count) != 1)
    return getchar() == 'z' ? 1 : 2;
  if (count > 4)
    return 3;
  for (int i = 0; i <= count; i++)
    table[i] = i; /* BUG:last */
  return getchar() == 'x' ? 4 : 5;
}
