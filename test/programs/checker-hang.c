// nearmiss: explore --entry same --fuel 5000
// expect: finding hang @same
// expect: paths 2
// expect: complete true
// expect: input x=3
// nearmiss: explore --entry two_states --fuel 5000
// expect: finding hang @two
// expect: complete true
// nearmiss: explore --entry long_round --fuel 300000
// expect: finding hang @long
// expect: complete true
// nearmiss: explore --entry nothing_in_it --fuel 5000
// expect: finding hang @nothing
// expect: complete true
// nearmiss: explore --entry nested --fuel 5000
// expect: finding hang @nested
// expect: complete true
// nearmiss: explore --entry through_calls --fuel 50000
// expect: finding hang @calls
// expect: complete true
// nearmiss: explore --entry ring --fuel 5000
// expect: finding hang @ring
// expect: complete true
// nearmiss: explore --entry by_goto --fuel 5000
// expect: finding hang @goto
// expect: complete true
// nearmiss: explore --entry jumps_back --fuel 100000
// expect: finding hang @jump
// nearmiss: explore --entry allocates --fuel 1000000
// expect: finding hang @allocates
// expect: incomplete hang
// nearmiss: explore --entry counted
// expect: finding hang @counted
// nearmiss: explore --entry counted_for_something
// expect: no findings
// expect: complete true
// nearmiss: explore --entry counted_and_told --fuel 50000
// expect: no findings
// expect: incomplete hang
// nearmiss: explore --entry same --fuel 5000 --checkers none
// expect: no findings
// expect: incomplete hang
// A loop that comes back to a state it was in: whatever the round looks like, at the head of its outermost loop.
// counted: what is counted for nobody is no part of the state; what ends the loop, or is stored for somebody, is.
#include <setjmp.h>
#include <stdlib.h>

int same(unsigned char x) {
  while (x == 3) {  // BUG:same
  }
  return x;
}

int two_states(unsigned char x) {
  int side = 0;
  while (x == 3)  // BUG:two
    side ^= 1;
  return side;
}

unsigned short state = 1;

int long_round(unsigned char x) {
  if (x != 3)
    return 0;
  for (;;)  // 65,536 states until it is back where it was
    state = state * 5 + 3;  // BUG:long
}

int nothing_in_it(unsigned char x) {
  if (x == 9)
    for (;;)  // BUG:nothing
      ;
  return 0;
}

int nested(unsigned char x) {
  int sum = 0;
  while (x == 3) {  // BUG:nested
    sum = 0;
    for (int i = 0; i < 10; i++)
      sum += i;
  }
  return sum;
}

int through_calls(unsigned char x) {
  int last = 0;
  while (x == 3)  // BUG:calls
    last = atoi("12");
  return last;
}

struct node {
  struct node *next;
  int value;
};

int ring(unsigned char x) {
  struct node first = {0, 1}, second = {&first, 2};
  int last = 0;
  if (x == 3)
    first.next = &second;
  for (struct node *at = &second; at; at = at->next)  // BUG:ring
    last = at->value;
  return last;
}

int by_goto(unsigned char x) {
again:
  if (x == 200)  // BUG:goto
    goto again;
  return x;
}

static jmp_buf start;
static void back(void) { longjmp(start, 1); }

int jumps_back(unsigned char x) {  // BUG:jump
  if (x == 3) {
    setjmp(start);
    back();
  }
  return 0;
}

int allocates(unsigned char x) {
  while (x == 3) {  // BUG:allocates
    char *block = malloc(10);
    if (block)
      block[0] = 1;
    free(block);
  }
  return 0;
}

int counted(unsigned char x) {
  unsigned rounds = 0, twice = 0;
  while (x == 3) {  // BUG:counted
    rounds++;
    twice = rounds * 2;
  }
  return x;
}

int counted_for_something(unsigned char x) {
  unsigned rounds = 0;
  while (x == 3)
    if (rounds++ == 1000)
      break;
  return x;
}

unsigned told;

int counted_and_told(unsigned char x) {
  unsigned rounds = 0;
  while (x == 3)
    told = rounds++;
  return x;
}
