// nearmiss: explore --entry name
// expect: paths 8
// expect: complete true
// expect: no findings
// expect: brute-force day:-1,0..7
// nearmiss: explore --entry holes
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force x:-1,0..12,100
// nearmiss: explore --entry shared
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: brute-force month:-1,0..13
// A switch counts by target. Seven days and the default: 8. With holes: five cases and one default, whether
// the value lies in a hole or outside the table. Months by length share three targets, and the default: 4.

int name(int day) {
  switch (day) {
  case 0: return 'S';
  case 1: return 'M';
  case 2: return 'T';
  case 3: return 'W';
  case 4: return 'H';
  case 5: return 'F';
  case 6: return 'A';
  default: return '?';
  }
}

int holes(int x) {
  switch (x) {
  case 1: return 10;
  case 2: return 20;
  case 4: return 40;
  case 7: return 70;
  case 9: return 90;
  }
  return 0;
}

int shared(int month) {
  switch (month) {
  case 2:
    return 28;
  case 4: case 6: case 9: case 11:
    return 30;
  case 1: case 3: case 5: case 7: case 8: case 10: case 12:
    return 31;
  default:
    return 0;
  }
}
