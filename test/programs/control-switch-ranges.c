// nearmiss: explore --entry kind
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force c:0..255
// Case ranges: digit, lower, upper, underscore, none of them.

int kind(unsigned char c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'z': return 2;
  case 'A' ... 'Z': return 3;
  case '_': return 4;
  }
  return 0;
}
