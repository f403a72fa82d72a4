// nearmiss: explore --entry wraps
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force c:0..255
// nearmiss: explore --entry signed_char
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force c:-128..127
// nearmiss: explore --entry promoted
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force a:0..255 b:0..255
// An unsigned char wraps at 256 when stored, not when computed: c + 1 == 256 holds for 255 while
// (unsigned char)(c + 1) is 0. wraps: 255 | other and even | other and odd.

int wraps(unsigned char c) {
  unsigned char next = c + 1;
  if (c + 1 == 256)
    return next == 0;
  if (next & 1)
    return 1;
  return 2;
}

int signed_char(signed char c) {
  if (c < 0) {
    if ((unsigned char)c == 0x80)
      return 1;
    return 2;
  }
  if (c > 100)
    return 3;
  return 4;
}

int promoted(unsigned char a, unsigned char b) {
  if (a * b == 221)
    return 1;
  return 0;
}
