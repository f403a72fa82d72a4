// nearmiss: explore --entry wide
// expect: complete true
// expect: no findings
// expect: brute-force x:-1,0..7,4294967296,4294967298
// nearmiss: explore --entry signed_char
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force c:-128..127
// 64-bit values must not match by their low half; a negative char is not a large one. (How many ways lead
// to the default of a 64-bit switch is the compiler's affair, hence no number there.)

int wide(long long x) {
  switch (x) {
  case 1: return 1;
  case 2: return 2;
  case 3: return 3;
  case 5: return 5;
  case 4294967298: return 6;
  }
  return 0;
}

int signed_char(signed char c) {
  switch (c) {
  case -1: return 1;
  case 0: return 2;
  case 127: return 3;
  }
  return 4;
}
