// nearmiss: explore --entry sum --len values=3
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force values[0..2]:0,1000
// nearmiss: explore --entry four
// expect: complete true
// expect: finding array-overflow @fifth
// nearmiss: explore --entry two_arrays --len a=2 --len b=2
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force a[0..1]:0,1 b[0..1]:0,1
// Arrays of elements: four of them unless --len says otherwise.

int sum(const unsigned *values) {
  if (values[0] + values[1] * 2 + values[2] * 4 == 7000)
    return 1;
  return 0;
}

int four(const int *values) {
  if (values[3] == 9)
    return values[4]; /* BUG:fifth */
  return 0;
}

int two_arrays(const short *a, const short *b) {
  for (int i = 0; i < 2; i++)
    if (a[i] != b[i])
      return i;
  return 2;
}
