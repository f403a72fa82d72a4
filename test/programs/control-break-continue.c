// nearmiss: explore --entry scan --len s=4
// expect: paths 31
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:0,'#','x'
// Each byte ends the scan with '#', is skipped when NUL, or counts: 1 + 2 (1 + 2 (1 + 2 (1 + 2))) = 31.

int scan(const char *s) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    if (s[i] == '#')
      break;
    if (!s[i])
      continue;
    count++;
  }
  return count;
}
