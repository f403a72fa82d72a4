// nearmiss: explore --entry stored_by_index
// expect: complete true
// expect: paths 3
// expect: finding division-by-zero @bits
// nearmiss: explore --entry kept_in_memory
// expect: incomplete concretized-float
// expect: finding division-by-zero @kept
// nearmiss: explore --entry read_as_number
// expect: incomplete concretized-float
// A float stored at a symbolic index counted as 0 for all other indexes, under `complete`. One that was made from
// the input pinned the input as soon as it was written to memory, before any float decided anything.

#include <string.h>

int stored_by_index(unsigned n) {
  float cells[4] = {0};
  if (n > 3) return 0;
  cells[n] = 2.5f;
  unsigned bits;
  memcpy(&bits, &cells[1], sizeof bits);
  if (bits == 0x40200000) return 1 / (int)(n - 1); /* BUG:bits */
  return 2;
}

struct point {
  float x, y;
};

static void scale(struct point *point) {
  point->x *= 2;
}

int kept_in_memory(int a) {
  struct point point = {a, 0};
  scale(&point);
  if (a == 12345) return 1 / (a - 12345); /* BUG:kept */
  return point.x > 0;
}

int read_as_number(int a) {
  struct point point = {a, 0};
  unsigned bits;
  memcpy(&bits, &point.x, sizeof bits);
  return bits == 0x42280000;
}
