// nearmiss: explore --entry moved_up --len s=4
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:'a'..'d'
// nearmiss: explore --entry moved_down --len s=4
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force s[0..3]:'a'..'d'
// nearmiss: explore --entry filled
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force c:0..255
// nearmiss: explore --entry copied
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0,305419896
// memmove in both directions over itself, memset with a symbolic byte, memcpy of a symbolic word: shadows
// move with the bytes, and no branch depends on them.

#include <string.h>

int moved_up(const char *s) {
  char buffer[6] = {'<', s[0], s[1], s[2], s[3], '>'};
  memmove(buffer + 2, buffer, 4);
  if ((buffer[2] == '<') & (buffer[3] == 'b') & (buffer[5] == 'd') & (buffer[1] == 'b'))
    return 1;
  return 0;
}

int moved_down(const char *s) {
  char buffer[6] = {'<', s[0], s[1], s[2], s[3], '>'};
  memmove(buffer, buffer + 2, 4);
  if ((buffer[0] == 'a') & (buffer[2] == 'c') & (buffer[3] == '>') & (buffer[4] == 'c'))
    return 1;
  return 0;
}

int filled(unsigned char c) {
  unsigned words[2];
  memset(words, c, sizeof words);
  if (words[1] == 0x7a7a7a7a)
    return 1;
  return 0;
}

int copied(unsigned x) {
  unsigned char bytes[4];
  memcpy(bytes, &x, 4);
  if ((bytes[0] == 0x78) & (bytes[3] == 0x12))
    return 1;
  return 0;
}
