// nearmiss: explore --entry copied
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0,5 y:0,9
// nearmiss: explore --entry by_value
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force a:0..3 b:0..3
// nearmiss: explore --entry array_of
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0..3
// Structs assigned, passed and returned by value, and copied inside an array: the copy carries what the
// original had and changes apart from it. array_of: x is found at 0, at 1 (the copied 3), or at 2 where it was just put: 3.

struct point {
  short x;
  char tag;
  int y;
};

int copied(short x, int y) {
  struct point first = {x, 'p', y}, second = first;
  first.x = 100;
  if (second.x == 5 && second.y == 9)
    return 1;
  return first.x;
}

static struct point mirror(struct point p) {
  struct point result = {p.y, p.tag, p.x};
  p.x = -1;
  return result;
}

int by_value(unsigned char a, unsigned char b) {
  struct point p = {a, 'q', b};
  struct point q = mirror(p);
  if (q.x > p.x)
    return 1;
  if (q.y != q.x)
    return 2;
  return 3;
}

int array_of(unsigned char x) {
  struct point row[3] = {{1, 'a', 10}, {2, 'b', 20}, {3, 'c', 30}};
  row[1] = row[2];
  row[2].x = x;
  for (int i = 0; i < 3; i++)
    if (row[i].x == x)
      return row[i].y;
  return 0;
}
