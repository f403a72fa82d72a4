// nearmiss: explore --entry first_word
// expect: paths 17
// expect: complete true
// expect: no findings
// nearmiss: explore --entry first_word --len s=2
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force s[0..1]:0,' ','x'
// nearmiss: explore --entry modified --len s=2
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force s[0..1]:0,'a','b'
// A string of 8 symbolic bytes unless told otherwise, and a NUL after them. At each of n bytes the word ends
// with a NUL, with a blank, or goes on: 2 n + 1.

int first_word(const char *s) {
  int n = 0;
  while (s[n] && s[n] != ' ')
    n++;
  return n;
}

int modified(char *s) {
  s[0] = s[0] + 1;
  if (s[0] == 'b') {
    s[1] = s[0];
    if (s[1] != 'b')
      return -1;
    return 1;
  }
  if (s[1] == 'b')
    return 2;
  return 3;
}
