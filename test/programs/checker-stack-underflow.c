// nearmiss: explore --entry wrong --len s=3 --checkers array-overflow,array-underflow
// expect: complete true
// expect: finding array-underflow @trim
// expect: paths 4
// expect: brute-force s[0..2]:0,' ','x'
// nearmiss: explore --entry safe --len s=3 --checkers array-overflow,array-underflow
// expect: complete true
// expect: no findings
// expect: paths 4
// expect: brute-force s[0..2]:0,' ','x'
// Trimming blanks from the right: the loop that forgets to stop at the start reads line[-1] when all three
// bytes are blanks. Zero to three blanks at the end: 4 paths (line[3] is concrete; what lies before the
// array is not a blank).

int wrong(const char *s) {
  char line[3] = {s[0], s[1], s[2]};
  int end = 3;
  while (line[end - 1] == ' ') /* BUG:trim */
    end--;
  return end;
}

int safe(const char *s) {
  char line[3] = {s[0], s[1], s[2]};
  int end = 3;
  while (end > 0 && line[end - 1] == ' ')
    end--;
  return end;
}
