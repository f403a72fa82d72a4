// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry wrong
// expect: complete true
// expect: finding array-overflow @wrong
// nearmiss: explore --entry reused
// expect: complete true
// expect: no findings
// Arrays of variable length: their size is concretized, each of its values tried; what they leave behind on the
// stack must not be stumbled over by what comes next.

#include <stdio.h>
#include <string.h>

int safe(unsigned char n) {
  unsigned size = (n & 3) + 1;
  char text[size];
  memset(text, 'a', size);
  return text[size - 1];
}

int wrong(unsigned char n) {
  unsigned size = (n & 3) + 1;
  char text[size];
  memset(text, 'a', size);
  return text[n & 3] + text[(n >> 2) & 3]; /* BUG:wrong */
}

static int fill(unsigned size) {
  int sum = 0;
  for (unsigned round = 0; round < 2; round++) {
    int values[size + round];
    for (unsigned i = 0; i < size + round; i++)
      values[i] = (int)i;
    sum += values[size - 1];
  }
  return sum;
}

int reused(unsigned char n) {
  char line[40];
  int sum = fill((n & 3) + 1);
  snprintf(line, sizeof line, "%d of %d", sum, 12345);
  return line[0];
}
