#include <limits.h>

static volatile int sink;

// What is read there is nobody's intention, and so is that it goes on for ever: the read is the bug.
int behind_a_bad_read(unsigned char i) {
  char table[4] = {1, 1, 1, 1};
  if (i != 9) return 0;
  char found = table[i];
  while (found != 1) sink = found;
  return found;
}

// A sum that wraps has a value; the loop is a bug of its own.
int behind_a_sum(int x) {
  int next = x + 1;
  if (x == INT_MAX)
    while (next < 0) sink = next;
  return next;
}

// Two sums of the same kind: however often the first wraps, the second is told, too.
int sums_in_a_loop(int x) {
  int last = 0;
  if (x != INT_MAX) return 0;
  for (int i = 0; i < 1000; i++) last = x + 1;
  return x + 1 == last;                        
}
