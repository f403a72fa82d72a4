// nearmiss: explore --entry grade
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force points:0,50,60,70,80,90,200
// Five thresholds of an else-if chain: 6 intervals, of 32-bit values.

int grade(unsigned points) {
  if (points >= 90)
    return 'A';
  else if (points >= 80)
    return 'B';
  else if (points >= 70)
    return 'C';
  else if (points >= 60)
    return 'D';
  else if (points >= 50)
    return 'E';
  return 'F';
}
