// nearmiss: explore --entry sort --len values=4
// expect: paths 24
// expect: complete true
// expect: no findings
// expect: brute-force values[0..3]:1..4
// nearmiss: explore --entry triangle
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force n:0..255
// Insertion sort of four: one path an order, 4! (ties go with one of the strict orders). A triangular
// number within 0..15 is reached at the one row, or passed: 1, 3, 6, 10, 15 or not.

int sort(unsigned char *values) {
  for (int i = 1; i < 4; i++)
    for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
      unsigned char swap = values[j];
      values[j] = values[j - 1];
      values[j - 1] = swap;
    }
  return values[0];
}

int triangle(unsigned char n) {
  int sum = 0;
  for (int row = 1; row <= 5; row++) {
    for (int column = 0; column < row; column++)
      sum++;
    if (sum == n)
      return row;
  }
  return 0;
}
