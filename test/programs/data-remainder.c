// nearmiss: explore --entry signs
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force x:-7,-6,6,7
// nearmiss: explore --entry chinese
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: input x=23
// expect: brute-force x:0..105
// nearmiss: explore --entry leap
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force year:1900,2000,2023,2024
// The remainder has the dividend's sign. x = 2 mod 3, 3 mod 5, 2 mod 7 below 105 is 23 only.

int signs(int x) {
  if (x % 7 == 0) {
    if (x < 0)
      return 1;
    return 2;
  }
  if (x % 7 < 0)
    return 3;
  return 4;
}

int chinese(unsigned char x) {
  if (x < 105 && x % 3 == 2 && x % 5 == 3 && x % 7 == 2)
    return 1;
  return 0;
}

int leap(unsigned short year) {
  if (year % 4)
    return 0;
  if (year % 100)
    return 1;
  if (year % 400)
    return 0;
  return 1;
}
