// nearmiss: explore --entry compare
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:-2,-1,0,1
// nearmiss: explore --entry lengths
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force length:-2147483648,-1,0,10,11,2147483647
// nearmiss: explore --entry widened
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:-1,0,1
// The same bits compared as signed and as unsigned: a negative length passes a signed check.

int compare(int x) {
  if (x < 1u)
    return 1;
  if (x < 0)
    return 2;
  return 3;
}

int lengths(int length) {
  if (length > 10)
    return 1;
  if ((unsigned)length > 10)
    return 2;
  return 3;
}

int widened(int x) {
  unsigned long long wide = x;
  if (wide > 0xffffffff)
    return 1;
  return 2;
}
