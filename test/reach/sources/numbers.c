#include <stdio.h>

/* Arithmetic wraps as the machine's does. */
int wraps(int i) {
  if (i > 0) {
    int next = i + 1;
    if (next < 0)
      return 1;
  }
  return 0;
}

/* Narrow, widen with sign, widen without. */
int casts(int i) {
  signed char narrow = (signed char)i;
  unsigned short wide = (unsigned short)narrow;
  int back = wide;
  if (back == 0xff85 && i > 1000)
    return 1;
  return 0;
}

/* The narrow operand is widened before it is added, and the sum before it is compared. */
int mixes(int i, signed char j) {
  long long sum = i + j;
  if (sum == -200 && i > -90)
    return 1;
  return 0;
}

int divides(int dividend, int divisor) {
  if (divisor == 0)
    return -1;
  if (dividend / divisor == -7 && dividend % divisor == 3)
    return 1;
  return 0;
}

static int inner(int i) {
  return i * 2;
}

static int outer(int i) {
  return inner(i) + 1;
}

static int other(int i) {
  return i - 40;
}

/* Parameters of the same name in frames of their own; results come back through two of them. */
int frames(int i) {
  int twice = outer(i);
  int less = other(i);
  if (twice == less)
    return 1;
  return 0;
}

/* All ways to call: recursion and a pointer among them. */
static int depth(int n) {
  return n <= 0 ? 0 : 1 + depth(n - 1);
}

static int (*const operations[])(int) = {inner, other, depth};

int pointers(unsigned which, int n) {
  if (which < 3 && n < 5 && operations[which](n) == 4)
    return (int)which;
  return -1;
}
