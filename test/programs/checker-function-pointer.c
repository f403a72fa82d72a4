// A pointer to functions that is NULL, points to a function of another type, or to no function at all: three bugs,
// and only the first is about NULL.
// nearmiss: explore --entry compatible
// expect: complete true
// expect: no findings
// nearmiss: explore --entry chosen
// expect: complete true
// expect: finding null-dereference @call
// expect: finding function-type @call
// expect: brute-force i:0..5
// nearmiss: explore --entry wild
// expect: complete true
// expect: finding unreachable @wild
#include <stddef.h>

typedef int (*unary)(int);

static int negated(int a) { return -(a & 0xff); }
static int sum(int a, int b) { return (a & 0xff) + (b & 0xff); }
static int length(const char *s) { return s[0] != 0; }

int chosen(unsigned i) {
  unary table[4] = {negated, NULL, negated, (unary)(void *)sum};
  if (i > 3) return 0;
  return table[i](3);  // BUG:call
}

int wild(int x) {
  unary f = negated;
  if (x == 77) f = (unary)(size_t)123456;
  return f(x);  // BUG:wild
}

// Two names of one type, and pointers that went through another type on their way.
int compatible(int x) {
  int (*f)(int) = (int (*)(int))(void (*)(void))negated;
  int (*g)(const char *) = length;
  return x ? f(x) : g("a");
}
