/* Calls with what was read: numbers, a struct and a text. No test gets to where the callees fail. */
#define main not_this_main
#include "units.c"
#undef main
#include <stdio.h>

int main(void) {
  int kind = getchar();
  if (kind == 'b') {
    struct box b = {2, 3, 0};
    int depth = getchar();
    if (depth < 0) return 1;
    b.depth = (unsigned char)depth;
    return measure(&b, getchar());
  }
  if (kind == 't') {
    char name[4] = {0};
    if (fread(name, 1, 3, stdin) != 3) return 1;
    fill(name, 60);
    return 0;
  }
  int i = getchar(), step = getchar();
  if (i < 0 || step < 0 || i > 30) return 1;
  return pick((unsigned char)i, (signed char)(step - 100));
}
