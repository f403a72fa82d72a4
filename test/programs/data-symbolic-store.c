// nearmiss: explore --entry permutation --len order=3
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force order[0..2]:0..3
// nearmiss: explore --entry wide_elements
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force i:0..7 v:0,70000
// nearmiss: explore --entry partial
// expect: paths 3
// expect: complete true
// expect: no findings
// expect: brute-force i:0..7
// Stores at symbolic indices, of bytes and of words, read back at concrete and symbolic ones; `partial`
// reads a word across a byte that may have been written.

int permutation(unsigned char *order) {
  unsigned char seen[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    if (order[i] > 2)
      return -1;
    seen[order[i]] = 1;
  }
  if (seen[0] & seen[1] & seen[2])
    return 1;
  return 0;
}

int wide_elements(unsigned char i, unsigned v) {
  unsigned cells[8] = {0};
  cells[i & 7] = v;
  if (cells[3] == 70000)
    return 1;
  if (cells[(i + 1) & 7] != 0)
    return 2;
  if (cells[i & 7] == 70000)
    return 3;
  return 4;
}

int partial(unsigned char i) {
  union {
    unsigned char bytes[8];
    unsigned words[2];
  } memory = {{0}};
  memory.bytes[i & 7] = 0x5a;
  if (memory.words[1] == 0x5a00)
    return 1;
  if (memory.words[0])
    return 2;
  return 3;
}
