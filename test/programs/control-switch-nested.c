// nearmiss: explore --entry decode
// expect: paths 9
// expect: complete true
// expect: no findings
// expect: brute-force op:0..255
// An instruction decoder: the class in two bits, then a switch of its own in classes 0 and 1, an if in
// class 2, nothing in class 3: 4 + 2 + 2 + 1.

int decode(unsigned char op) {
  switch (op >> 6) {
  case 0:
    switch (op & 7) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    default: return 4;
    }
  case 1:
    switch (op & 1) {
    case 0: return 5;
    case 1: return 6;
    }
  case 2:
    if (op & 16)
      return 7;
    return 8;
  }
  return 9;
}
