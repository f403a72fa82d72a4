// nearmiss: explore --entry both
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1 b:0,1
// nearmiss: explore --entry either
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1 b:0,1
// nearmiss: explore --entry mixed
// expect: paths 7
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1 b:0,1 c:0,1 d:0,1
// nearmiss: explore --entry value
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force a:0,1 b:0,1
// Operands are evaluated only when needed. mixed: (a && b) || (c && !d) in an if: 11 | 10 then c0, c1d0,
// c1d1 | 0 then the same: 1 + 3 + 3. value: the last operand of a returned && is a value, not a branch.

int both(unsigned char a, unsigned char b) {
  if (a && b)
    return 1;
  return 0;
}

int either(unsigned char a, unsigned char b) {
  if (a || b)
    return 1;
  return 0;
}

int mixed(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
  if ((a && b) || (c && !d))
    return 1;
  return 0;
}

int value(unsigned char a, unsigned char b) {
  return a && b;
}
