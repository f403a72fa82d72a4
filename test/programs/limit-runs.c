// nearmiss: explore --entry many --len s=6 --max-runs 5
// expect: complete false
// expect: incomplete run-limit
// expect: no findings
// nearmiss: explore --entry many --len s=6
// expect: paths 64
// expect: complete true
// expect: no findings
// Stopped early it says so; not stopped it is complete: six independent bits.

int many(const char *s) {
  int bits = 0;
  for (int i = 0; i < 6; i++)
    if (s[i] & 1)
      bits |= 1 << i;
  return bits;
}
