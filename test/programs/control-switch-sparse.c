// nearmiss: explore --entry sparse
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: input code=-2000000000
// expect: brute-force code:-2000000000,0,7,1000,70000,123456789
// Values far apart become a chain of comparisons, each with a target of its own: five cases, one default.

int sparse(int code) {
  switch (code) {
  case 7: return 1;
  case 1000: return 2;
  case 70000: return 3;
  case 123456789: return 4;
  case -2000000000: return 5;
  }
  return 0;
}
