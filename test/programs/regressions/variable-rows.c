// nearmiss: explore --entry wrong
// expect: complete true
// expect: finding array-overflow @wrong
// nearmiss: explore --entry below
// expect: complete true
// expect: finding array-underflow @below
// nearmiss: explore --entry right
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// A row of an array of variable length ends where the next begins: an index that leaves it stays in the object, and
// was nobody's.

static int read_at(int width, int rows[][width], int at) {
  return rows[1][at]; /* BUG:below */
}

int wrong(unsigned char n) {
  int width = (n & 3) + 1;
  int rows[2][width];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < width; j++)
      rows[i][j] = i + j;
  return rows[0][(n & 3) + (n >> 7)]; /* BUG:wrong */
}

int below(unsigned char n) {
  int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  return read_at(3, rows, (n & 3) - (n > 128 && (n & 3) == 0) - (n & 1 && n & 2));
}

int right(unsigned char n) {
  int width = (n & 3) + 1;
  int rows[2][width];
  for (int j = 0; j < width; j++)
    rows[1][j] = j;
  return read_at(width, rows, n & 1 ? width - 1 : n & 3);
}
