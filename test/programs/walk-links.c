// nearmiss: explore --entry follow --len links=4
// expect: complete true
// expect: no findings
// expect: brute-force links[0..3]:0..5
// nearmiss: explore --entry erase --len links=4
// expect: complete true
// expect: no findings
// expect: brute-force links[0..3]:0..4
// nearmiss: explore --entry wide --len links=3
// expect: complete true
// expect: no findings
// expect: brute-force links[0..2]:0..3,256,300
// nearmiss: explore --entry text --len s=0..3
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,'/','0'..'4'
// nearmiss: explore --entry beyond --len links=4
// expect: complete true
// expect: finding array-overflow @beyond
// expect: brute-force links[0..3]:0..5
// Buffers walked at places that stand in the buffer itself: an array of links, one that is changed on the way, links
// of two bytes, digits of a string whose length is symbolic, and a test that is off by one.

int follow(const unsigned char *links) {
  int at = 0, steps = 0;
  while (steps < 4) {
    unsigned char next = links[at];
    if (next > 3)
      return -steps;
    if (next == at)
      return 100 + steps;
    at = next;
    steps++;
  }
  return 1000;
}

int erase(unsigned char *links) {
  int at = links[0] & 3, steps = 0;
  while (links[at] != 0 && steps < 3) {
    int next = links[at] & 3;
    links[at] = 0;
    at = next;
    steps++;
  }
  if (links[1] == 0 && links[2] == 0)
    return -steps;
  return steps;
}

int wide(const unsigned short *links) {
  unsigned at = 0;
  for (int steps = 0; steps < 3; steps++) {
    if (links[at] > 2)
      return links[at] == 300 ? -1 : steps;
    at = links[at];
  }
  return at == 2 ? 10 : 20;
}

int text(const char *s) {
  int at = 0, digits = 0;
  for (int i = 0; s[i]; i++) {
    if (s[i] < '0' || s[i] > '2')
      return -1;
    digits++;
  }
  for (int steps = 0; steps < digits; steps++) {
    int next = s[at] - '0';
    if (next >= digits)
      return 100 + steps;
    at = next;
  }
  return at;
}

int beyond(const unsigned char *links) {
  int at = 0;
  for (int steps = 0; steps < 3; steps++) {
    unsigned char next = links[at]; /* BUG:beyond */
    if (next > 4)
      return -1;
    at = next;
  }
  return at;
}
