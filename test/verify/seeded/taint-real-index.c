// verify: --stdin 2
#include <unistd.h>
static char table[64];
int main(void) {
  unsigned char at[2];
  if (read(0, at, 2) != 2) return 1;
  if (at[0] >= 64) return 2;
  return table[at[0] + at[1] % 2]; // real
}
