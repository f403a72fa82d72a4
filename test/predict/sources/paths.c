/* Paths of every kind over two bytes; paths.ts says the same in TypeScript. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const unsigned char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
  int a = getchar(), b = getchar();
  switch (a & 7) {
    case 0:
      /* Fails for some b of this path. */
      return 100 / (b - 7);
    case 1:
      /* Never: the branch before sees to it. */
      if (b == 9) return 2;
      return 100 / (b - 9);
    case 2:
      assert(b < 200 || a > 64);
      return 3;
    case 3:
      assert(!(a == 11 && b == 12));
      return 4;
    case 4:
      /* Safe: seven at most. */
      return table[b & 7];
    case 5:
      return table[b & 15];
    case 6:
      if (b > 250 && a > 250) {
        fputs("too much\n", stderr);
        abort();
      }
      return 6;
    default:
      if (b > 3) return 7;
      assert(b != 4);
      return 8;
  }
}
