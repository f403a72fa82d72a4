// nearmiss: explore --entry straight
// expect: paths 1
// expect: tests 1
// expect: complete true
// expect: no findings
// nearmiss: explore --entry nothing
// expect: paths 1
// expect: tests 1
// expect: complete true
// expect: no findings
// The smallest cases: no branch, and no input at all.

unsigned straight(unsigned x, unsigned y) {
  return (x ^ y) * 2654435761u >> 7;
}

int nothing(void) {
  return 42;
}
