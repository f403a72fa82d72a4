// nearmiss: explore --stdin 0..2
// expect: complete true
// expect: finding array-underflow @drop
// expect: finding array-overflow @push
// expect: brute-force stdin.length:0..2 stdin[0..1]:0,'+','-','x'
// expect: exit 1
// nearmiss: explore --stdin 0..2 -DSAFE
// expect: complete true
// expect: no findings
// expect: brute-force stdin.length:0..2 stdin[0..1]:0,'+','-','x'
// A stack that is the program's first global: before it lies nothing of the user's.

#include <stdio.h>

static int stack[1];
static int depth;

int main(void) {
  for (int c = getchar(); c != EOF; c = getchar()) {
    if (c == '+') {
#ifdef SAFE
      if (depth == 1)
        return 1;
#endif
      stack[depth++] = c; /* BUG:push */
    } else if (c == '-') {
#ifdef SAFE
      if (depth == 0)
        return 1;
#endif
      return stack[--depth]; /* BUG:drop */
    }
  }
  return 0;
}
