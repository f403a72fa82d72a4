// nearmiss: explore --entry constant_table
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force row:0..3 column:0..3
// nearmiss: explore --entry board
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force row:0..3 column:0..3
// Both indices symbolic, for reading a constant table and for writing a board that is read again.
// The refusal is one test (a bitwise or). board: refused | centre | one corner | the other | elsewhere: 5.

static const unsigned char weights[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

int constant_table(unsigned char row, unsigned char column) {
  if ((row > 2) | (column > 2))
    return -1;
  if (weights[row][column] == 6)
    return 1;
  return 0;
}

int board(unsigned char row, unsigned char column) {
  char cells[3][3] = {{0}};
  if ((row > 2) | (column > 2))
    return -1;
  cells[row][column] = 'x';
  if (cells[1][1])
    return 1;
  if (cells[0][2] || cells[2][0])
    return 2;
  return 3;
}
