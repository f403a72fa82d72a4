#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static int seen;

static void note(int what) {
  seen = seen * 10 + what;
}

/* Two ways round, twice each. */
int rounds(int a, int b) {
  seen = 0;
  for (int i = 0; i < 2; i++) {
    if (a & (1 << i))
      note(1);
    else
      note(2);
  }
  if (b > 5 || b < -5) {
    note(3);
  }
  return seen;
}

static jmp_buf home;

static void fail(int code) {
  if (code > 100)
    longjmp(home, code);
}

int jumps(int code) {
  if (setjmp(home) != 0) {
    note(4);
    return 1;
  }
  fail(code);
  note(5);
  return 0;
}

static void quit(void) {
  exit(3);
}

int ends(int x) {
  if (x > 10)
    quit();
  if (x == 11)
    note(6);
  return x;
}

struct item {
  int size;
  char name[4];
};

int predicates(struct item *item, int n) {
  int total = 0;
  for (int i = 0; i < 3; i++)
    total += item->size;
  if (n > 0)
    total += n;
  else
    return total;
  switch (n & 3) {
  case 1:
    note(7);
    break;
  default:
    note(8);
  }
  return total;
}

int table[4];

int stores(int index, int flag) {
  if (flag == 1 && index > 2)
    return -1;
  if (index >= 0 && index < 100)
    table[index] = 1;
  return 100 / (flag - 9);
}

int lists(int n) {
  static struct item one;
  struct item *other = n > 3 ? &one : 0;
  int count = 0;
  count += 2;
  return count + (other != 0);
}
