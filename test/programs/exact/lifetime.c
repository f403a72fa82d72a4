// nearmiss: explore --entry local
// expect: complete true
// expect: finding use-after-return @local
// nearmiss: explore --entry local_right
// expect: complete true
// expect: verified use-after-return
// nearmiss: explore --entry parameter
// expect: complete true
// expect: finding use-after-return @parameter
// nearmiss: explore --entry block
// expect: complete true
// expect: finding use-after-return @block
// expect: unseen natively use-after-return @block: what alloca() gave is not followed
// nearmiss: explore --entry iteration
// expect: complete true
// expect: finding use-after-free @iteration
// expect: unseen natively use-after-free @iteration: the next iteration uses the same place
// nearmiss: explore --entry iteration_right
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry stored
// expect: complete true
// expect: finding use-after-return @stored
// A local used when its function has returned, or its iteration has ended.
#include <alloca.h>

static int *address(int n) {
  int values[4] = {n};
  int *at = values;
  return at;
}

int local(unsigned char n) {
  int *at = address(n);
  return n == 9 ? *at : 0; /* BUG:local */
}

int local_right(unsigned char n) {
  int *at = address(n);
  return n == 9 ? at == 0 : 0;
}

static int *of(int n) {
  int *at = &n;
  return at;
}

int parameter(unsigned char n) {
  int *at = of(n);
  return n == 3 ? *at : 0; /* BUG:parameter */
}

static char *room(int n) {
  char *at = alloca(n);
  at[0] = 1;
  return at;
}

int block(unsigned char n) {
  char *at = room(n + 1);
  return n == 7 ? at[0] : 0; /* BUG:block */
}

int iteration(unsigned char n) {
  int sum = 0;
  int *before = &sum;
  for (int i = 0; i < 3; i++) {
    int now[2] = {i, 0};
    if (i == 2 && n == 4)
      sum += *before; /* BUG:iteration */
    before = now;
  }
  return sum;
}

int iteration_right(unsigned char n) {
  int sum = 0;
  int *before = &sum;
  for (int i = 0; i < 3; i++) {
    int now[2] = {i, 0};
    if (i == 0 && n == 4)
      sum += *before;
    before = now;
  }
  return sum + (before == 0);
}

static int *kept;

static void keep(int n) {
  int value[2] = {n, n};
  kept = value;
}

int stored(unsigned char n) {
  keep(n);
  if (n == 5)
    kept[1] = 2; /* BUG:stored */
  return n;
}
