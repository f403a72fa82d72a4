// nearmiss: explore --entry aligned_arena
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry own_heap
// expect: complete true
// expect: no findings
// nearmiss: explore --entry stretchy
// expect: complete true
// expect: verified array-underflow
// nearmiss: explore --entry two_in_one
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry flexible
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry by_distance
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry rebased
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry by_members
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry unions
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry bit_fields
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry matrices
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry serialised
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry members_filled
// expect: complete true
// expect: verified string-overflow
// Blocks cut by hand, objects looked at as bytes, members used to their last byte. None of it is a finding.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char pool[512];
static unsigned char *pool_at = pool;

static void *cut(size_t size, size_t align) {
  uintptr_t at = ((uintptr_t)pool_at + align - 1) & ~(uintptr_t)(align - 1);
  unsigned char *p = pool_at + (at - (uintptr_t)pool_at);
  if (size > (size_t)(pool + sizeof pool - p))
    return NULL;
  pool_at = p + size;
  return p;
}

int aligned_arena(unsigned char n) {
  char *name = cut(n & 7, 1);
  int *numbers = cut(5 * sizeof *numbers, _Alignof(int));
  double *d = cut(sizeof *d, 16);
  if (!name || !numbers || !d)
    return 0;
  memset(name, 'x', n & 7);
  numbers[n % 5] = n;
  *d = 1;
  return numbers[n % 5] + ((uintptr_t)d & 15 ? 1 : 0);
}

/* First fit in a block of its own, with headers before what it gives. */
struct header {
  size_t size;
  struct header *next;
};

static struct header *holes;

static void *own_malloc(size_t size) {
  size = (size + 15) & ~(size_t)15;
  for (struct header **at = &holes; *at; at = &(*at)->next) {
    struct header *hole = *at;
    if (hole->size < size)
      continue;
    if (hole->size >= size + sizeof *hole + 16) {
      struct header *rest = (struct header *)((char *)(hole + 1) + size);
      rest->size = hole->size - size - sizeof *hole;
      rest->next = hole->next;
      hole->size = size;
      *at = rest;
    } else
      *at = hole->next;
    return hole + 1;
  }
  return NULL;
}

static void own_free(void *p) {
  struct header *hole = (struct header *)p - 1;
  hole->next = holes;
  holes = hole;
}

int own_heap(unsigned char n) {
  char *memory = malloc(400);
  if (!memory)
    return 0;
  holes = (struct header *)memory;
  holes->size = 400 - sizeof *holes;
  holes->next = NULL;
  int *a = own_malloc(20);
  char *b = own_malloc(n & 31);
  if (!a || !b)
    return 0;
  a[4] = n;
  memset(b, 1, n & 31);
  int sum = a[4];
  own_free(a);
  char *c = own_malloc(8);
  if (c)
    strcpy(c, "seven77");
  free(memory);
  return sum;
}

/* The length stands before the elements. */
static int *pushed(int *list, int value) {
  size_t *head = list ? (size_t *)list - 2 : NULL;
  size_t length = head ? head[0] : 0, room = head ? head[1] : 0;
  if (length == room) {
    room = room ? 2 * room : 2;
    head = realloc(head, 2 * sizeof *head + room * sizeof(int));
    if (!head)
      abort();
    head[1] = room;
    list = (int *)(head + 2);
  }
  list[length] = value;
  head[0] = length + 1;
  return list;
}

int stretchy(unsigned char n) {
  int *list = NULL;
  for (int i = 0; i <= (n & 7); i++)
    list = pushed(list, i);
  int last = list[((size_t *)list)[-2] - 1];
  free((size_t *)list - 2);
  return last;
}

struct vector {
  size_t length;
  int *values;
  char *names;
};

int two_in_one(unsigned char n) {
  size_t length = (n & 3) + 1;
  struct vector *v = malloc(sizeof *v + length * sizeof(int) + length * 4);
  if (!v)
    return 0;
  v->length = length;
  v->values = (int *)(v + 1);
  v->names = (char *)(v->values + length);
  for (size_t i = 0; i < length; i++) {
    v->values[i] = (int)i;
    strcpy(v->names + 4 * i, "abc");
  }
  int sum = v->values[length - 1] + v->names[4 * length - 2];
  free(v);
  return sum;
}

struct message {
  short kind, length;
  struct {
    char to[4];
    char body[];
  } text;
};

int flexible(unsigned char n) {
  struct message *m = calloc(1, sizeof *m + (n & 15) + 1);
  if (!m)
    return 0;
  m->length = n & 15;
  char *body = m->text.body;
  for (int i = 0; i < m->length; i++)
    body[i] = 'x';
  strcpy(m->text.to, "you");
  int r = (int)strlen(m->text.body) + body[m->length];
  free(m);
  return r;
}

int by_distance(unsigned char n) {
  char *old = malloc(8), *cursors[2];
  if (!old)
    return 0;
  memset(old, 'y', 8);
  cursors[0] = old + 1;
  cursors[1] = old + (n & 7);
  ptrdiff_t before = (ptrdiff_t)old;
  char *fresh = realloc(old, 80);
  if (!fresh)
    return 0;
  ptrdiff_t moved = (ptrdiff_t)fresh - before;
  for (int i = 0; i < 2; i++)
    cursors[i] += moved;
  int r = *cursors[0] + *cursors[1];
  free(fresh);
  return r;
}

int rebased(unsigned char n) {
  char *old = malloc(8);
  if (!old)
    return 0;
  memset(old, 'y', 8);
  char *at = old + (n & 7);
  size_t distance = at - old;
  char *fresh = realloc(old, 200);
  if (!fresh)
    return 0;
  at = fresh + distance;
  int r = *at;
  free(fresh);
  return r;
}

struct state {
  int keep;
  int a, b;
  char text[6];
  int c;
};

int by_members(unsigned char n) {
  struct state s = {1, 2, 3, "abc", 4}, t;
  memset(&s.a, 0, sizeof s - offsetof(struct state, a));
  memcpy(&t.keep, &s.keep, sizeof s);
  memcpy(t.text, "123456", sizeof t.text);
  int *first = &t.a;
  unsigned char *all = (unsigned char *)&t;
  int sum = 0;
  for (size_t i = 0; i < sizeof t.text; i++)
    sum += t.text[i];
  return sum + *first + all[n % sizeof t];
}

struct shape {
  int kind;
  union {
    struct {
      int x, y;
    };
    int both[2];
    char name[4];
    unsigned char raw[24];
  };
  int behind;
};

int unions(unsigned char n) {
  struct shape s;
  memset(&s, 0, sizeof s);
  s.raw[n % 24] = 1;
  s.both[n & 1] = n;
  strcpy(s.name, "abc");
  unsigned char *raw = s.raw;
  int *x = &s.x;
  return *x + s.y + raw[23 - n % 24] + s.behind;
}

struct flags {
  unsigned kind : 3, level : 7, rest : 22;
  signed char small;
  unsigned char on : 1, off : 1;
};

int bit_fields(unsigned char n) {
  struct flags list[3];
  memset(list, 0, sizeof list);
  struct flags *last = &list[2];
  last->kind = n;
  last->level = n >> 1;
  last->on = n & 1;
  struct flags *heap = malloc(sizeof *heap);
  if (!heap)
    return 0;
  *heap = *last;
  heap->off = 1;
  heap->rest = n;
  int r = (int)heap->rest + heap->off + list[n % 3].level;
  free(heap);
  return r;
}

static int trace(int rows, int m[rows][rows]) {
  int sum = 0;
  for (int i = 0; i < rows; i++)
    sum += m[i][i];
  return sum;
}

int matrices(unsigned char n) {
  int rows = (n & 1) + 2, sum = 0;
  int m[rows][rows];
  int *row = __builtin_alloca(rows * sizeof *row), **table = malloc(rows * sizeof *table);
  int fixed[2][3] = {{1, 2, 3}, {4, 5, 6}};
  if (!table)
    return 0;
  for (int i = 0; i < rows; i++) {
    table[i] = m[i];
    row[i] = i;
    for (int k = 0; k < rows; k++)
      m[i][k] = i == k;
  }
  int(*pair)[3] = fixed;
  for (int *at = fixed[0]; at < fixed[1]; at++)
    sum += *at;
  sum += trace(rows, m) + table[rows - 1][rows - 1] + row[rows - 1] + pair[1][n % 3];
  free(table);
  return sum;
}

struct wire {
  uint8_t type;
  uint16_t length;
  char name[5];
} __attribute__((packed));

int serialised(unsigned char n) {
  unsigned char buffer[2 * sizeof(struct wire)], *at = buffer;
  for (int i = 0; i < 2; i++) {
    struct wire *w = (struct wire *)at;
    w->type = n;
    w->length = n * 2;
    memcpy(w->name, "abcde", 5);
    at += sizeof *w;
  }
  struct wire back;
  memcpy(&back, at - sizeof back, sizeof back);
  uint16_t length;
  memcpy(&length, buffer + offsetof(struct wire, length), sizeof length);
  return back.length + length + back.name[n % 5];
}

struct person {
  char name[8];
  char town[6];
  int age;
  char last[4];
};

int members_filled(unsigned char n) {
  struct person p;
  memset(&p, 0, sizeof p);
  strcpy(p.name, "1234567");
  strncpy(p.town, "abcdefgh", sizeof p.town);
  p.town[sizeof p.town - 1] = 0;
  snprintf(p.last, sizeof p.last, "%d", n * 1000);
  strncat(p.town, "z", sizeof p.town - 1 - strlen(p.town));
  char *end = p.name + strlen(p.name);
  if (n & 1)
    end[-1] = 0;
  char text[16], *at = text;
  at += sprintf(at, "%s", p.town);
  at += sprintf(at, "-%.*s", (int)sizeof p.last, p.last);
  return (int)(at - text) + (int)strnlen(p.name, sizeof p.name) + memcmp(p.name, "1234567", sizeof p.name);
}
