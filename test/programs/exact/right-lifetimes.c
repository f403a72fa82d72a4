// nearmiss: explore --entry handed_down
// expect: complete true
// expect: verified use-after-return
// nearmiss: explore --entry given_back
// expect: complete true
// expect: verified use-after-return
// nearmiss: explore --entry literals
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry scopes
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry jumps
// expect: complete true
// expect: verified use-after-return
// nearmiss: explore --entry nested_jumps
// expect: complete true
// expect: verified invalid-longjmp
// nearmiss: explore --entry freed_lists
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry compared
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry grown_in_turns
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry recursion
// expect: complete true
// expect: verified use-after-return
// Objects used while they live, however their addresses travel. None of it is a finding.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct range {
  int low, high;
  int *hits;
};

static void each(const int *values, int count, void (*visit)(int, void *), void *context) {
  for (int i = 0; i < count; i++)
    visit(values[i], context);
}

static void count_in(int value, void *context) {
  struct range *range = context;
  if (value >= range->low && value < range->high)
    ++*range->hits;
}

int handed_down(unsigned char n) {
  int values[4] = {1, n, 30, 200}, hits = 0;
  struct range range = {10, 100, &hits};
  each(values, 4, count_in, &range);
  return hits;
}

struct parts {
  int all[6];
  char name[4];
};

static struct parts made(int n) {
  struct parts parts = {{n, n + 1}, "abc"};
  struct parts *self = &parts;
  self->all[2] = n;
  return *self;
}

static char *name_of(int n) {
  static char names[2][8];
  char *name = names[n & 1];
  strcpy(name, "static");
  return name;
}

static struct parts *filled(struct parts *parts) {
  parts->all[5] = 3;
  return parts;
}

int given_back(unsigned char n) {
  struct parts here;
  memset(&here, 0, sizeof here);
  return made(n).all[n % 6] + name_of(n)[n % 6] + filled(&here)->all[5] + made(1).name[1];
}

static int sum_of(const int *values) {
  int sum = 0;
  while (*values)
    sum += *values++;
  return sum;
}

int literals(unsigned char n) {
  int *one = (int[]){n, 2, 0}, sum = 0;
  for (int i = 0; i < 3; i++) {
    struct range *range = &(struct range){i, i + 1, &sum};
    count_in(n % 3, range);
    sum += sum_of((int[]){i, n & 1, 0});
  }
  const char *text = (char[]){'a', 'b', 0};
  return sum + sum_of(one) + text[n & 1];
}

int scopes(unsigned char n) {
  int *p = NULL, sum = 0, outer = 5;
  switch (n & 3) {
    int shared;
  case 0:
    shared = 1;
    p = &shared;
    sum += *p;
    break;
  case 1: {
    int inner[3] = {1, 2, 3};
    p = &inner[n % 3];
    sum += *p;
    p = &outer;
    break;
  }
  default:
    shared = 2;
    p = &shared;
    ++*p;
    sum += shared;
  }
  p = &outer;
again:;
  int turn = sum;
  int *at = &turn;
  if (*at < 6) {
    sum += 3;
    goto again;
  }
  do {
    int last = sum;
    p = &last;
    sum = *p - 1;
  } while (sum > 4);
  return sum + *at;
}

static jmp_buf outside, inside;

static void thrown(int depth, int code) {
  char room[24];
  memset(room, depth, sizeof room);
  if (depth == 0)
    longjmp(outside, code);
  thrown(depth - 1, code + room[3]);
}

int jumps(unsigned char n) {
  int values[5] = {1, 2, 3, 4, 5};
  int *volatile at = values;
  int code = setjmp(outside);
  if (code == 0)
    thrown(n & 3, 1);
  char fresh[16];
  memset(fresh, code, sizeof fresh);
  return at[n % 5] + fresh[n & 15];
}

static int tried(int n) {
  jmp_buf kept;
  memcpy(&kept, &outside, sizeof kept);
  int result = 0;
  if (setjmp(inside) == 0) {
    if (n & 1)
      longjmp(inside, 1);
    result = 1;
  }
  if (n & 2)
    longjmp(outside, 2);
  return result;
}

int nested_jumps(unsigned char n) {
  int local[2] = {7, 8};
  if (setjmp(outside) == 0)
    return tried(n) + local[0];
  return local[n & 1];
}

struct item {
  struct item *next;
  char *text;
};

int freed_lists(unsigned char n) {
  struct item *head = NULL;
  for (int i = 0; i < (n & 3); i++) {
    struct item *one = malloc(sizeof *one);
    if (!one)
      break;
    one->text = malloc(4);
    one->next = head;
    head = one;
    if (one->text)
      strcpy(one->text, "abc");
  }
  int sum = 0;
  for (struct item *at = head, *next; at; at = next) {
    next = at->next;
    sum += at->text ? at->text[n % 4] : 0;
    free(at->text);
    free(at);
  }
  return sum;
}

int compared(unsigned char n) {
  char *old = malloc(4), *kept = old;
  if (!old)
    return 0;
  free(old);
  char *fresh = malloc(4);
  if (!fresh)
    return 0;
  fresh[n & 3] = 1;
  int same = kept == fresh;
  free(fresh);
  return same ? 1 : 2;
}

int grown_in_turns(unsigned char n) {
  int *list = NULL, sum = 0;
  size_t room = 0;
  for (size_t i = 0; i < (size_t)(n & 15); i++) {
    if (i == room) {
      room = room * 2 + 1;
      int *more = realloc(list, room * sizeof *list);
      if (!more)
        break;
      list = more;
    }
    int *at = list + i;
    *at = (int)i;
    sum += list[i / 2];
  }
  free(list);
  return sum;
}

static int longest(int n, int *best, const int *above) {
  int here = n + (above ? *above : 0);
  if (here > *best)
    *best = here;
  return n == 0 ? *best : longest(n - 1, best, &here);
}

int recursion(unsigned char n) {
  int best = 0;
  return longest(n & 7, &best, NULL);
}
