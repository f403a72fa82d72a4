// nearmiss: explore --entry container
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry flexible
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry hack
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry arena
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry tagged
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry either
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry moved
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry woven
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry bytes
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry past
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry numbers
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry copied
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry bytewise
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry rows
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry sorted
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry passed
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry variable
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry listed
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry jumped
// expect: complete true
// expect: verified use-after-return
// nearmiss: explore --entry first
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry again
// expect: complete true
// expect: verified use-after-free
// What C allows, or every program does: none of it is a finding.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct link {
    struct link *next;
  } link;
  char name[8];
};

#define NODE(pointer) ((struct node *)((char *)(pointer)-offsetof(struct node, link)))

int container(unsigned char n) {
  struct node a = {n, {0}, "a"}, b = {1, {&a.link}, "b"};
  struct node *back = NODE(b.link.next);
  char *name = back->name;
  struct node *owner = (struct node *)(name - offsetof(struct node, name));
  return owner->value + (back->link.next == NULL);
}

struct text {
  unsigned char length;
  char chars[];
};

int flexible(unsigned char n) {
  struct text *t = malloc(sizeof *t + 16);
  t->length = 16;
  char *at = t->chars;
  memset(at, 'x', t->length);
  int c = t->chars[n & 15] + at[15];
  free(t);
  return c;
}

struct packet {
  int length;
  char data[1];
};

int hack(unsigned char n) {
  struct packet *p = malloc(sizeof *p + 20);
  p->length = 20;
  char *data = p->data;
  for (int i = 0; i < p->length; i++)
    data[i] = (char)i;
  int c = data[n % 20];
  free(p);
  return c;
}

static char pool[256];
static size_t used;

static void *take(size_t size) {
  void *at = pool + used;
  used += (size + 7) & ~(size_t)7;
  return used <= sizeof pool ? at : NULL;
}

int arena(unsigned char n) {
  int *a = take(4 * sizeof *a);
  struct node *b = take(sizeof *b);
  if (!a || !b)
    return 0;
  a[n & 3] = n;
  strcpy(b->name, "seven77");
  b->value = a[n & 3];
  return b->value;
}

int tagged(unsigned char n) {
  static int cell[2];
  uintptr_t pointer = (uintptr_t)&cell[1] | 1;
  if (n & 1)
    pointer &= ~(uintptr_t)1;
  int *at = (int *)(pointer & ~(uintptr_t)3);
  *at = n;
  return *at;
}

union value {
  char text[4];
  int number;
  struct {
    short low, high;
  } halves;
  char large[16];
};

int either(unsigned char n) {
  union value v = {0};
  v.large[n & 15] = 1;
  char *all = (char *)&v;
  return v.number + all[n & 15] + v.halves.high;
}

int moved(unsigned char n) {
  char *old = malloc(4), *current = old + (n & 3);
  memset(old, 'x', 4);
  char *fresh = malloc(400);
  memcpy(fresh, old, 4);
  current += fresh - old;
  int c = *current;
  free(old);
  free(fresh);
  return c;
}

int woven(unsigned char n) {
  int a = n, b = 2;
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  int *other = (int *)(both ^ (uintptr_t)&b);
  return *other;
}

int bytes(unsigned char n) {
  struct node node = {n, {0}, "name"};
  unsigned char *at = (unsigned char *)&node;
  int sum = 0;
  for (size_t i = 0; i < sizeof node; i++)
    sum += at[i];
  return sum;
}

int past(unsigned char n) {
  int values[4] = {n, 1, 2, 3};
  int sum = 0;
  for (int *at = values, *end = values + 4; at != end; at++)
    sum += *at;
  return sum;
}

int numbers(unsigned char n) {
  int values[4] = {n, 1, 2, 3};
  uintptr_t at = (uintptr_t)values;
  unsigned long long wide = at;
  return *(int *)(at + 4 * (n & 3)) + *(int *)(uintptr_t)wide;
}

int copied(unsigned char n) {
  int value = n;
  struct {
    char before;
    int *at;
    int *same;
  } one = {1, &value, &value}, two;
  two = one;
  int *pointers[2];
  char odd[16];
  memcpy(odd + 1, &two.at, sizeof two.at);
  memcpy(&pointers[0], odd + 1, sizeof pointers[0]);
  memmove(&pointers[1], &two.same, sizeof pointers[1]);
  return *pointers[0] + *pointers[1];
}

int bytewise(unsigned char n) {
  int value = n;
  int *from = &value, *to;
  for (size_t i = 0; i < sizeof from; i++)
    ((char *)&to)[i] = ((char *)&from)[i];
  return *to;
}

int rows(unsigned char n) {
  int grid[3][4] = {{0}};
  int *flat = &grid[0][0];
  for (int i = 0; i < 12; i++)
    flat[i] = i;
  return grid[n % 3][n & 3];
}

static int compare(const void *a, const void *b) {
  return **(char *const *)a - **(char *const *)b;
}

int sorted(unsigned char n) {
  char texts[3][2] = {"c", "a", "b"};
  char *pointers[3] = {texts[0], texts[1], texts[2]};
  qsort(pointers, 3, sizeof pointers[0], compare);
  return *pointers[n % 3];
}

static struct node made(struct node from, int n) {
  from.value += n;
  from.name[n & 7] = 1;
  return from;
}

int passed(unsigned char n) {
  struct node one = {1, {0}, ""};
  return made(made(one, n), 1).value;
}

static int total(int count, va_list list) {
  va_list copy;
  va_copy(copy, list);
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += *va_arg(copy, int *) + (int)va_arg(copy, long long) + (int)va_arg(copy, double);
  va_end(copy);
  return sum;
}

static int all(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = total(count, list) + total(count, list);
  va_end(list);
  return sum;
}

int listed(unsigned char n) {
  int one = n, two = 2;
  return all(2, &one, 3LL, 1.5, &two, 4LL, 2.5);
}

int variable(unsigned char n) {
  int sum = 0;
  for (int round = 1; round < 4; round++) {
    int outer[round + 1];
    outer[round] = n;
    for (int i = 0; i < 2; i++) {
      char inner[round * 2];
      inner[round] = 1;
      sum += inner[round] + outer[round];
    }
    outer[0] = sum;
    sum += outer[0] & 1;
  }
  return sum;
}

static jmp_buf back;

static void deep(int n) {
  char buffer[32];
  memset(buffer, n, sizeof buffer);
  if (buffer[3] == 4)
    longjmp(back, 1);
}

int jumped(unsigned char n) {
  int values[4] = {1, 2, 3, 4};
  if (setjmp(back) == 0)
    deep(n);
  return values[n & 3];
}

struct outer {
  struct {
    char text[4];
    int number;
  } head;
  int tail;
};

int first(unsigned char n) {
  struct outer o = {{{0}, n}, 1};
  struct outer *same = (struct outer *)&o.head;
  return same->tail + same->head.text[n & 3];
}

static int *last;

int again(unsigned char n) {
  for (int i = 0; i < 3; i++) {
    int value[2] = {i, n};
    last = value;
    if (i == 1)
      continue;
    if (n == 3 && i == 2)
      break;
    last[n & 1] += 1;
  }
  goto inside;
  for (;;) {
    int other[2];
  inside:
    other[0] = n;
    last = other;
    if (*last >= 0)
      break;
  }
  return n;
}
