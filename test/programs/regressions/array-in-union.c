// nearmiss: explore --entry wrong
// expect: complete true
// expect: finding array-overflow @union
// nearmiss: explore --entry right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry last
// expect: complete true
// The last array of a union counted as one that may be longer, with more of the structure behind the union, and was
// called verified; gcc's -fsanitize=bounds sees it. At the end of an object it may be longer.

#include <string.h>

struct shape {
  int kind;
  union {
    struct {
      int x, y;
    };
    int both[2];
    unsigned char raw[23];
  };
  int behind;
};

int wrong(unsigned char n) {
  struct shape s;
  memset(&s, 0, sizeof s);
  s.raw[n % 24] = 1; /* BUG:union */
  return s.behind;
}

int right(unsigned char n) {
  struct shape s;
  memset(&s, 0, sizeof s);
  s.raw[n % 23] = 1;
  unsigned char *end = &s.raw[23];
  return s.behind + (int)(end - s.raw) + s.raw[22];
}

struct tail {
  int kind;
  union {
    int number;
    char text[4];
  };
};

int last(unsigned char n) {
  _Alignas(int) char room[64];
  struct tail *t = (struct tail *)room;
  memset(room, 0, sizeof room);
  t->text[n % 32] = 1;
  return t->kind;
}
