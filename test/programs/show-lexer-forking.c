// nearmiss: explore --entry lex --len s=3
// expect: paths 62
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,' ','!','0','9','A','a','+','-','(',200
// The same idea with a branch for every class at every byte: a symbolic table entry decides a switch.

static const unsigned char kind[256] = {
    ['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 2, ['+'] = 3, ['-'] = 3, [' '] = 4,
};

int lex(const char *s) {
  int tokens = 0, previous = 0;
  for (int i = 0; s[i]; i++) {
    int current = kind[(unsigned char)s[i]];
    switch (current) {
    case 1:
    case 2:
      if (previous != current)
        tokens++;
      break;
    case 3:
      tokens++;
      break;
    case 4:
      break;
    default:
      return -1 - i;
    }
    previous = current;
  }
  return tokens;
}
