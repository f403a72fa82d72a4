// Values of every kind: the abort is reached only if each arrives as it was found.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  short x, y;
} point;

union word {
  unsigned value;
  unsigned char bytes[4];
};

struct shape {
  char name[4];
  point corners[2];
  union word colour;
  unsigned visible : 1, layer : 5;
  long long id;
  point *centre;
  const char *label;
};

static int check(const struct shape *shape, point where, unsigned long long wide, bool flag, double real) {
  if (memcmp(shape->name, "abc", 4) != 0 || shape->corners[1].x != -3 || shape->corners[0].y != 700)
    return 1;
  if (shape->colour.bytes[1] != 9 || !shape->visible || shape->layer != 17 || shape->id != -5000000000LL)
    return 2;
  if (!shape->centre || shape->centre->y != 12 || strcmp(shape->label, "hi") != 0)
    return 3;
  if (where.y != -1 || wide != 0xfedcba9876543210ULL || !flag || real != 0)
    return 4;
  abort();
}

int kinds(const struct shape *shape, point where, unsigned long long wide, bool flag, double real) {
  return check(shape, where, wide, flag, real);
}
