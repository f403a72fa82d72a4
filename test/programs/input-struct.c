// nearmiss: explore --entry nested
// expect: paths 7
// expect: complete true
// expect: finding integer-overflow @next
// expect: brute-force p.kind:0,1 p.corner.x:0,3 p.corner.y:0,4 p.sides[0]:0,5,2147483647 p.sides[1]:0,6 p.name[0]:0,'Z' p.wide:0,4294967296
// nearmiss: explore --entry embedded_bounds --checkers array-overflow
// expect: complete true
// expect: finding array-overflow @past
// A pointer to a struct is a symbolic object: nested struct, arrays, padding and all. Six tests in turn, each
// a way out, and the end: 7.

struct corner {
  signed char x;
  short y;
};

struct shape {
  char kind;
  struct corner corner;
  int sides[2];
  char name[3];
  unsigned long long wide;
};

int nested(const struct shape *p) {
  if (p->kind != 1)
    return 1;
  if (p->corner.x != 3)
    return 2;
  if (p->corner.y != 4)
    return 3;
  if (p->sides[0] + 1 != p->sides[1]) /* BUG:next */
    return 4;
  if (p->name[0] != 'Z')
    return 5;
  if (p->wide >> 32 != 1)
    return 6;
  return 0;
}

int embedded_bounds(const struct shape *p) {
  return p[1].kind; /* BUG:past */
}
