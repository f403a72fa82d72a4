// nearmiss: explore --entry containers
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry xor_list
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry tagged_tree
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry hashed
// expect: no findings
// expect: incomplete assumed
// nearmiss: explore --entry ordered
// expect: no findings
// expect: incomplete assumed
// nearmiss: explore --entry paged
// expect: no findings
// expect: incomplete assumed
// nearmiss: explore --entry within
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry round_trips
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry shifted
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry printed
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry overlaid
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry self_relative
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry backwards
// expect: complete true
// expect: verified array-underflow
// nearmiss: explore --entry swapped
// expect: complete true
// expect: verified null-dereference
// nearmiss: explore --entry indirect
// expect: complete true
// expect: verified null-dereference
// Pointers made, hidden, copied and found again as C programs do. None of it is a finding.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct links {
  struct links *next, *previous;
};

struct job {
  char title[12];
  struct {
    int weight;
    struct links links;
  } queue;
  int slots[3];
};

static void append(struct links *list, struct links *one) {
  one->previous = list->previous;
  one->next = list;
  list->previous->next = one;
  list->previous = one;
}

int containers(unsigned char n) {
  struct links list = {&list, &list};
  struct job jobs[3];
  for (int i = 0; i < 3; i++) {
    memset(&jobs[i], 0, sizeof jobs[i]);
    snprintf(jobs[i].title, sizeof jobs[i].title, "job number %d", i);
    jobs[i].queue.weight = n + i;
    append(&list, &jobs[i].queue.links);
  }
  int sum = 0;
  for (struct links *at = list.next; at != &list; at = at->next) {
    struct job *job = container_of(at, struct job, queue.links);
    job->slots[n % 3]++;
    sum += job->queue.weight + job->title[n % 11];
    int *slot = &job->slots[n % 3];
    struct job *same = container_of(slot - n % 3, struct job, slots);
    if (same != job)
      return -1;
  }
  return sum;
}

struct woven {
  int value;
  uintptr_t both;
};

int xor_list(unsigned char n) {
  struct woven cells[4];
  for (int i = 0; i < 4; i++) {
    uintptr_t before = i > 0 ? (uintptr_t)&cells[i - 1] : 0, behind = i < 3 ? (uintptr_t)&cells[i + 1] : 0;
    cells[i] = (struct woven){n + i, before ^ behind};
  }
  struct woven *heap = malloc(sizeof *heap);
  if (!heap)
    return 0;
  *heap = (struct woven){7, (uintptr_t)&cells[3]};
  cells[3].both ^= (uintptr_t)heap;
  int sum = 0;
  struct woven *at = cells, *before = NULL;
  while (at) {
    sum += at->value;
    struct woven *next = (struct woven *)(at->both ^ (uintptr_t)before);
    before = at;
    at = next;
  }
  free(heap);
  return sum;
}

struct branch {
  uintptr_t children[2]; // the lowest bit: a leaf
  int bit;
};

int tagged_tree(unsigned char n) {
  static int leaves[3] = {10, 20, 30};
  struct branch low = {{(uintptr_t)&leaves[0] | 1, (uintptr_t)&leaves[1] | 1}, 0};
  struct branch root = {{(uintptr_t)&low, (uintptr_t)&leaves[2] + 1}, 3};
  uintptr_t at = (uintptr_t)&root;
  while (!(at & 1)) {
    struct branch *branch = (struct branch *)at;
    at = branch->children[n >> branch->bit & 1];
  }
  int *leaf = (int *)(at & ~(uintptr_t)1), *same = (int *)(at - 1), *third = (int *)(at ^ 1);
  return *leaf + *same + *third;
}

int hashed(unsigned char n) {
  static const void *table[8];
  int values[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) {
    size_t at = ((uintptr_t)&values[i] >> 2) * 2654435761u >> 29;
    while (table[at & 7])
      at++;
    table[at & 7] = &values[i];
  }
  const int *wanted = &values[n % 3];
  size_t at = ((uintptr_t)wanted >> 2) * 2654435761u >> 29;
  for (int tries = 0; tries < 8; tries++, at++)
    if (table[at & 7] == wanted)
      return *(const int *)table[at & 7];
  return -1;
}

int ordered(unsigned char n) {
  int one[2] = {n, 1}, *other = malloc(sizeof *other);
  if (!other)
    return 0;
  *other = 2;
  int sum = (uintptr_t)one < (uintptr_t)other ? one[0] : *other;
  free(other);
  return sum;
}

int paged(unsigned char n) {
  static char block[64];
  block[n & 63] = 1;
  return ((uintptr_t)&block[n & 63] & 0xfff) < 64 ? block[n & 63] : 0;
}

// Addresses of one object, its alignment, and numbers no object lies at.
int within(unsigned char n) {
  int values[8] = {0}, *end = values + 8, sum = 0;
  for (int *at = values + n % 8; at < end; at++)
    sum += *at + (int)(at - values) * 3 + (int)((uintptr_t)at & 3);
  if ((uintptr_t)end > (uintptr_t)-4096)
    return -1;
  return sum;
}

int round_trips(unsigned char n) {
  int value = n;
  intptr_t number = (intptr_t)&value;
  long long wide = number;
  uintptr_t kept[2] = {(uintptr_t)&value, 0};
  kept[1] = kept[0] + sizeof value;
  int *one = (int *)number, *two = (int *)(intptr_t)wide;
  int *four = (int *)(kept[1] - sizeof value), *five = (int *)(((uintptr_t)&value + 3) & ~(uintptr_t)3);
  return *one + *two + *four + *five;
}

int shifted(unsigned char n) {
  int value = n;
  uint64_t packed = (uint64_t)(uintptr_t)&value << 3 | 5;
  int *back = (int *)(uintptr_t)(packed >> 3);
  return *back;
}

int printed(unsigned char n) {
  int value = n;
  char text[32];
  void *back = NULL;
  snprintf(text, sizeof text, "%p", (void *)&value);
  if (sscanf(text, "%p", &back) != 1)
    return 0;
  return *(int *)back;
}

union cell {
  int *pointer;
  uintptr_t bits;
  unsigned char bytes[sizeof(int *)];
};

int overlaid(unsigned char n) {
  static int values[2] = {3, 4};
  union cell cell = {.pointer = &values[n & 1]};
  union cell copy = cell;
  copy.bits += 0;
  union cell pair[2];
  memcpy(&pair[n & 1], &copy, sizeof copy);
  return *cell.pointer + *copy.pointer + *pair[n & 1].pointer + cell.bytes[n & 3];
}

struct packed {
  int offset;
  int room[6];
};

int self_relative(unsigned char n) {
  struct packed p = {0, {1, 2, 3, 4, 5, 6}};
  p.offset = (int)((char *)&p.room[n % 6] - (char *)&p.offset);
  int *there = (int *)((char *)&p.offset + p.offset);
  struct packed *all = &p;
  return *there + *(int *)((char *)all + offsetof(struct packed, room) + 4 * (n & 3));
}

int backwards(unsigned char n) {
  char text[16];
  char *at = text + sizeof text;
  unsigned number = n * 16777u;
  *--at = 0;
  do
    *--at = (char)('0' + number % 10);
  while (number /= 10);
  int sum = 0;
  for (char *end = text + sizeof text; end-- > at;)
    sum += *end;
  return sum;
}

struct named {
  const char *name;
  int *value;
  short rank;
};

static int by_rank(const void *a, const void *b) {
  return ((const struct named *)a)->rank - ((const struct named *)b)->rank;
}

int swapped(unsigned char n) {
  int one = 1, two = 2, three = 3;
  struct named list[3] = {{"c", &three, 30}, {"a", &one, 10}, {"b", &two, (short)(n & 31)}};
  qsort(list, 3, sizeof list[0], by_rank);
  struct named key = {"", NULL, 10};
  struct named *found = bsearch(&key, list, 3, sizeof list[0], by_rank);
  struct named turned[3];
  memcpy(turned, list, sizeof turned);
  memmove(turned + 1, turned, 2 * sizeof turned[0]);
  return *turned[2].value + turned[1].name[0] + (found ? *found->value : 0);
}

struct item {
  struct item *next;
  int key;
};

static void insert(struct item **at, struct item *one) {
  while (*at && (*at)->key < one->key)
    at = &(*at)->next;
  one->next = *at;
  *at = one;
}

int indirect(unsigned char n) {
  struct item *head = NULL, *items = calloc(3, sizeof *items);
  if (!items)
    return 0;
  for (int i = 0; i < 3; i++) {
    items[i].key = n >> (2 * i) & 3;
    insert(&head, &items[i]);
  }
  for (struct item **at = &head; *at;)
    if ((*at)->key == 2)
      *at = (*at)->next;
    else
      at = &(*at)->next;
  int sum = 0;
  for (struct item *at = head; at; at = at->next)
    sum += at->key;
  free(items);
  return sum;
}
