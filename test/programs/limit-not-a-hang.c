// nearmiss: explore --entry counts --fuel 50000
// expect: no findings
// expect: incomplete hang
// nearmiss: explore --entry waits --fuel 50000
// expect: no findings
// expect: incomplete hang
// nearmiss: explore --entry walks_a_tree --fuel 20000
// expect: no findings
// expect: incomplete hang
// nearmiss: explore --entry shifts --fuel 200000
// expect: finding hang @shifts
// expect: incomplete hang
// Out of fuel without a proof: a counter that would come to its end, a clock that goes on, too many calls.
// And a proof that says nothing of other inputs: the symbol needs a thousand rounds to the test.
#include <string.h>
#include <time.h>

int counts(unsigned char x) {
  unsigned i = 0;
  if (x == 3)
    while (i != 0xffffffffu)
      i++;
  return 0;
}

int waits(unsigned char x) {
  if (x == 3)
    while (clock() >= 0) {
    }
  return 0;
}

static unsigned tree(unsigned depth) { return depth == 0 ? 1 : tree(depth - 1) + tree(depth - 1); }

int walks_a_tree(unsigned char x) { return x == 3 ? (int)tree(60) : 0; }

static unsigned char cell[1000];

int shifts(unsigned char x) {
  for (;;) {
    memmove(cell + 1, cell, sizeof cell - 1);  // BUG:shifts
    cell[0] = x;
    if (x > 0)
      return 0;
    if (cell[999])
      return 1;
  }
}
