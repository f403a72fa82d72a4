// nearmiss: explore --arg 0..3 --arg 0..1
// expect: complete true
// expect: finding division-by-zero @width
// expect: finding array-overflow @level
// expect: brute-force argv.1.length:0..3 argv.1[0..2]:0,'-','w','l','x' argv.2.length:0..1 argv.2[0]:0,'0','5','9',200
// expect: exit 1
// nearmiss: explore --arg 2 --arg 2 -DSAFE
// expect: complete true
// expect: no findings
// expect: brute-force argv.1[0..1]:0,'-','w','l','x' argv.2[0..1]:0,'0','5','9',200
// Options taken from argv by hand: `-w <n>` divides, `-l <digit>` looks into a table, `-x…` is refused.

#include <stdlib.h>
#include <string.h>

static const int levels[5] = {1, 2, 4, 8, 16};

int main(int argc, char **argv) {
  int result = 0;
  for (int i = 1; i + 1 < argc; i++) {
    const char *option = argv[i];
    if (option[0] != '-')
      continue;
    if (strcmp(option, "-w") == 0) {
      int width = argv[i + 1][0] - '0';
#ifdef SAFE
      if (width <= 0)
        return 2;
#endif
      result += 80 / width; /* BUG:width */
    } else if (strcmp(option, "-l") == 0) {
      unsigned level = (unsigned char)argv[i + 1][0] - '0';
#ifdef SAFE
      if (level >= 5)
        return 2;
#endif
      if (level < 6)
        result += levels[level]; /* BUG:level */
    } else if (option[1] == 'x')
      return 2;
  }
  return result;
}
