// nearmiss: explore --entry djb --len s=3
// expect: paths 2
// expect: complete true
// expect: no findings
// nearmiss: explore --entry mixed
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: input x=195948557
// Hashes to be inverted: one of three bytes, one of a word by invertible steps (x = 0xbadf00d).

int djb(const char *s) {
  unsigned hash = 5381;
  for (int i = 0; i < 3; i++)
    hash = hash * 33 + (unsigned char)s[i];
  if (hash == 5381u * 35937u + 'n' * 1089u + 'm' * 33u + '!')
    return 1;
  return 0;
}

int mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  if (x == 0x6e8d863au)
    return 1;
  return 0;
}
