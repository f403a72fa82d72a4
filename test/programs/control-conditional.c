// nearmiss: explore --entry maximum
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force a:1..3 b:1..3 c:1..3
// nearmiss: explore --entry nested
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force x:0..255
// nearmiss: explore --entry constants
// expect: paths 2
// expect: complete true
// expect: no findings
// ?: forks like if. maximum of three: a > b or not, then the larger against c: 2 x 2. constants: clang makes `x > 3 ? 4 : 5` a select unless told
// not to, and by the design's first invariant it is a branch.

int maximum(unsigned char a, unsigned char b, unsigned char c) {
  return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

int nested(unsigned char x) {
  return x < 64 ? x + 1 : x < 128 ? x + 2 : x < 192 ? x + 3 : x + 4;
}

int constants(unsigned char x) {
  return x > 3 ? 4 : 5;
}
