// nearmiss: explore --entry constant
// expect: finding read-only-write @constant
// expect: unseen natively read-only-write @constant: a constant local is on the stack as others are
// nearmiss: explore --entry constant_right
// expect: complete true
// expect: verified read-only-write
// nearmiss: explore --entry mapped
// expect: finding read-only-write @mapped
// nearmiss: explore --entry mapped_right
// expect: complete true
// expect: verified read-only-write
// nearmiss: explore --entry value
// expect: finding use-after-free @value
// expect: unseen natively use-after-free @value: gcc lets the value live as long as the function
// nearmiss: explore --entry value_right
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry only_statement
// expect: finding use-after-free @only
// nearmiss: explore --entry in_loop
// expect: finding use-after-free @loop
// nearmiss: explore --entry in_condition
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry only_right
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry from_start
// expect: finding array-overflow @start
// nearmiss: explore --entry from_start_middle
// expect: finding array-overflow @middle
// nearmiss: explore --entry from_start_table
// expect: finding array-overflow @table
// nearmiss: explore --entry from_start_local
// expect: finding array-overflow @filled
// nearmiss: explore --entry from_start_bytes
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry from_start_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry middle_of_global
// expect: finding array-overflow @global
// nearmiss: explore --entry middle_of_element
// expect: finding array-overflow @element
// nearmiss: explore --entry inner_given
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry inner_on_heap
// expect: no findings
// expect: incomplete approximate-memory
// nearmiss: explore --entry last_of_one
// expect: finding array-overflow @given
// nearmiss: explore --entry last_of_many
// expect: finding array-overflow @given
// nearmiss: explore --entry flexible_wrong
// expect: finding array-overflow @flexible
// nearmiss: explore --entry flexible_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry jumped_over
// expect: finding use-after-return @jumped
// expect: unseen natively use-after-return @jumped: what longjmp leaves is not marked as left
// nearmiss: explore --entry jumped_right
// expect: complete true
// expect: verified use-after-return
// What was called verified once and fails: each kind, what it may not be taken for, and its repaired twin.

#include <setjmp.h>
#include <stdlib.h>
#include <sys/mman.h>

struct pair {
  int x, y;
};

struct named {
  char name[8];
  int number;
};

int constant(int n) {
  const int table[3] = {n, 2, 3};
  const struct named one = {"one", 1};
  int *p = (int *)&table[1];
  if (n == 7)
    *p = one.number; /* BUG:constant */
  return table[1];
}

static struct named made(int n) {
  struct named named = {"made", n};
  return named;
}

int constant_right(int n) {
  const struct pair pair = {n, 1};
  const struct named given = made(n);
  const struct named nested[2] = {{"first", n}, given};
  const int filled[9] = {n, 1};
  const char *name = nested[n & 1].name;
  int *p = (int *)&pair.x;
  return *p == name[0] ? given.number : filled[n & 7];
}

int mapped(int n) {
  char *p = mmap(NULL, 100, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (n == 7)
    p[1] = 1; /* BUG:mapped */
  return p[n & 3];
}

int mapped_right(int n) {
  char *p = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (n == 7)
    p[1] = 1;
  return p[n & 3];
}

int value(int n) {
  char *p = made(n).name;
  if (n == 7)
    return p[0]; /* BUG:value */
  return 0;
}

static int first_of(const char *text) { return text[0]; }

int value_right(int n) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += first_of(made(i).name) + made(n).name[n & 3];
  return first_of(n > 3 ? made(1).name
                        : made(2).name) == sum;
}

int only_statement(int n) {
  struct pair other = {0, 0};
  struct pair *p = &other;
  if (n == 7)
    p = &(struct pair){n, 2};
  return p->y; /* BUG:only */
}

int in_loop(int n) {
  struct pair *p = NULL;
  int sum = 0;
  for (int i = 0; i < 2; i++)
    if (p && n == 7)
      sum += p->y; /* BUG:loop */
    else
      p = &(struct pair){i, n};
  return sum;
}

int in_condition(int n) {
  struct pair *p;
  if ((p = &(struct pair){n, 2})->x == 7)
    n = 1;
  return p->y;
}

int only_right(int n) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += first_of((char *)&(struct pair){i, 2}) + (&(struct pair){i, n & 7})->y;
  struct pair *p = &(struct pair){n, 2};
  if (n == 7)
    p = p->x == 7 ? &(struct pair){n, 3} : p, sum += p->y;
  return sum;
}

static struct table {
  int length;
  int list[4];
  int behind;
  char text[6];
  short last;
} table;

static int *from_list = table.list;
static int *const from_middle = &table.list[1];
static char *from_text = table.text;
static struct named all[3];
static char *from_first = all[0].name;
static struct named *from_struct = &all[1];
static struct {
  int kind;
  int *numbers;
  void *any;
} rows[2] = {{1, table.list, table.list}, {2, &table.behind, &table}};

int from_start(unsigned char n) {
  return from_list[n % 5]; /* BUG:start */
}

int from_start_middle(unsigned char n) {
  return from_middle[n % 4]; /* BUG:middle */
}

int from_start_table(unsigned char n) {
  return rows[0].numbers[n % 5]; /* BUG:table */
}

int from_start_local(unsigned char n) {
  struct {
    int kind;
    char *text;
  } row = {1, table.text};
  return row.text[n % 7]; /* BUG:filled */
}

int from_start_bytes(unsigned char n) { return from_first[n % sizeof all[0]]; }

int from_start_right(unsigned char n) {
  int sum = from_list[n % 4] + from_middle[n % 3] + from_text[n % 6];
  sum += from_struct[n % 2].number + from_struct->name[n % 8];
  sum += ((struct table *)rows[1].any)->text[n % 6] + ((int *)rows[0].any)[n % 4];
  return sum + *rows[1].numbers;
}

int middle_of_global(unsigned char n) {
  int *p = &table.list[2];
  return p[n % 3]; /* BUG:global */
}

static struct {
  int length;
  struct table tables[3];
  int behind;
} tables;

int middle_of_element(unsigned char n) {
  int *p = &tables.tables[1].list[1];
  return p[n % 4]; /* BUG:element */
}

struct inner {
  int length;
  int list[4];
};

static struct outer {
  struct inner inner;
  int behind;
} outer;

static int item(struct inner *inner, unsigned n) {
  int *list = inner->list;
  return list[n]; /* BUG:given */
}

int inner_given(unsigned char n) { return item(&outer.inner, n % 5); }

int inner_on_heap(unsigned char n) {
  struct outer *made = calloc(1, sizeof *made);
  int found = item(&made->inner, n % 5);
  free(made);
  return found;
}

int last_of_one(unsigned char n) {
  struct inner *one = calloc(1, sizeof *one);
  int found = item(one, n % 5);
  free(one);
  return found;
}

int last_of_many(unsigned char n) {
  struct inner *many = calloc(3, sizeof *many);
  int found = item(many + 1, n % 5);
  free(many);
  return found;
}

struct flexible {
  int length;
  int list[];
};

int flexible_wrong(unsigned char n) {
  struct flexible *made = calloc(1, sizeof *made + 3 * sizeof(int));
  int *list = made->list;
  int found = list[n % 4]; /* BUG:flexible */
  free(made);
  return found;
}

int flexible_right(unsigned char n) {
  struct flexible *made = calloc(1, sizeof *made + 3 * sizeof(int));
  int *list = made->list;
  int found = list[n % 3];
  free(made);
  return found;
}

static jmp_buf back;
static int *left;

static void jump(int n) {
  int local = n;
  left = &local;
  longjmp(back, 1);
}

int jumped_over(int n) {
  if (setjmp(back) == 0)
    jump(n);
  return n == 7 ? *left : 0; /* BUG:jumped */
}

int jumped_right(int n) {
  int own = n;
  int *p = &own;
  if (setjmp(back) == 0)
    jump(n);
  return *p;
}
