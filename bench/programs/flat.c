// nearmiss: explore --entry flat --len s=17
// expect: paths 131072
// expect: complete true
// expect: no findings
// Seventeen independent bits: 2^17 short runs, over which memory must stay flat.

int flat(const char *s) {
  int bits = 0;
  for (int i = 0; i < 17; i++)
    if (s[i] & 1)
      bits |= 1 << i;
  return bits;
}
