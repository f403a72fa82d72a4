// nearmiss: explore --entry bytes_of
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force x:0,67305985,67305986
// nearmiss: explore --entry assembled --len b=4
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force b[0]:1,2 b[1]:2 b[2]:3 b[3]:4
// nearmiss: explore --entry overwritten
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0,4278190080,4278255104
// The same memory seen as a word and as bytes, both ways; and a word of which one byte was replaced.

union word {
  unsigned whole;
  unsigned short halves[2];
  unsigned char bytes[4];
};

int bytes_of(unsigned x) {
  union word word;
  word.whole = x;
  if (word.bytes[3] == 4 && word.halves[0] == 0x0201)
    return 1;
  return 0;
}

int assembled(unsigned char *b) {
  union word word;
  for (int i = 0; i < 4; i++)
    word.bytes[i] = b[i];
  if (word.whole == 0x04030201)
    return 1;
  return 0;
}

int overwritten(unsigned x) {
  union word word;
  word.whole = x;
  word.bytes[1] = 0xab;
  if (word.whole == 0xff00ab00)
    return 1;
  return 0;
}
