// How large things are: pointers, structures, what lies behind them.
// nearmiss: explore --entry header
// expect: complete true
// expect at 32: no findings
// expect at 32: verified array-overflow
// expect at 64: finding array-overflow @header
// nearmiss: explore --entry packed
// expect: complete true
// expect at 64: finding array-overflow @packed
// nearmiss: explore --entry table
// expect: complete true
// expect at 32: finding array-overflow @table
// nearmiss: explore --entry stored
// expect: complete true
// expect at 64: finding array-overflow @stored
// nearmiss: explore --entry padded
// expect: complete true
// expect at 32: paths 1
// expect at 64: paths 2
// nearmiss: explore --entry linked
// expect: complete true
// expect: paths 2
// expect: verified null-dereference
#include <stddef.h>
#include <string.h>

struct h {
  int id;
  char *name;
};

/* One byte too much for a structure of 16 bytes, room enough behind one of 8. */
int header(unsigned char n) {
  char buf[16];
  if (n > 3)
    return 0;
  memset(buf, 0, sizeof(struct h) + 1); /* BUG:header */
  return buf[n];
}

/* Two pointers and their count, written down for the machine it was made on. */
int packed(unsigned char n) {
  char bytes[12];
  void *pair[2] = {bytes, &n};
  unsigned short count = 2;
  memcpy(bytes, pair, sizeof pair); /* BUG:packed */
  return bytes[0] + count + n;
}

/* As many slots as a pointer has bytes. */
int table(unsigned char i) {
  int slots[sizeof(void *)] = {0};
  return i < 8 ? slots[i] : 0; /* BUG:table */
}

int stored(unsigned char i) {
  int where;
  if (i != 5)
    return 0;
  *(size_t *)&where = i; /* BUG:stored */
  return where;
}

/* Where the second member lies. */
int padded(unsigned char at) {
  struct {
    char tag;
    void *next;
  } record = {1, &record};
  (void)record;
  if (sizeof record == 16 && at == 12)
    return 1;
  return 0;
}

struct node {
  struct node *next;
  int value;
};

int linked(int value) {
  struct node last = {NULL, value}, first = {&last, 1};
  int sum = 0;
  for (struct node *each = &first; each; each = each->next)
    if (each->value == 7)
      sum++;
  return sum > 0;
}
