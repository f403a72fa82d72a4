// nearmiss: explore --entry sum
// expect: finding integer-overflow @sum
// nearmiss: explore --entry whole
// expect: finding integer-overflow @whole
// nearmiss: explore --entry rows
// expect: finding alloc-overflow @rows
// nearmiss: explore --entry words
// expect: finding alloc-overflow @words
// nearmiss: explore --entry bit
// expect: finding shift @bit
// nearmiss: explore --entry high_bit
// expect: finding shift @high
// nearmiss: explore --entry copied
// expect: finding integer-overflow @copied
// Some of these fail only where long and size_t have 32 bits; test/checkers/words.test.ts has what is said of each.

#include <stdlib.h>
#include <string.h>

long sum(long n) { return n + 1; /* BUG:sum */ }

int whole(int n) { return n + 1; /* BUG:whole */ }

void *rows(unsigned n) {
  return malloc((n & 0x400000ff) * sizeof(int)); /* BUG:rows */
}

void *words(unsigned n) {
  return malloc((n & 0x400000ff) * 4u); /* BUG:words */
}

long bit(unsigned n) {
  return 1L << (30 + (n & 1)); /* BUG:bit */
}

unsigned long high_bit(unsigned n) {
  return 1UL << (31 + (n & 1)); /* BUG:high */
}

char copied(unsigned n) {
  char to[8] = {0};
  memcpy(to, "eight ch", (n & 0x80000003) * sizeof(short)); /* BUG:copied */
  return to[0];
}
