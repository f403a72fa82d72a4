// nearmiss: explore --entry wrong
// expect: paths 5
// expect: complete true
// expect: finding unreachable @wrong
// expect: brute-force x:0..8
// nearmiss: explore --entry safe
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: verified unreachable
// expect: brute-force x:0..8
// A switch that claims to know all values. x & 3 has four, x % 5 has five.

static volatile unsigned last;

int wrong(unsigned x) {
  switch (x % 5) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  }
  last = x;
  __builtin_unreachable(); /* BUG:wrong */
}

int safe(unsigned x) {
  switch (x & 3) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  }
  __builtin_unreachable();
}
