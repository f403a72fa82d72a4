// A loop that looks for its end past one object comes to the next one from below: one bug, told of the first object.
// nearmiss: explore --entry closing --len pattern=2 --len text=2
// expect: finding array-overflow @closing
// Two indices that leave their arrays on the same line, each its own way, are two.
// nearmiss: explore --entry apart
// expect: complete true
// expect: finding array-overflow @apart
// expect: finding array-underflow @apart

int closing(const char *pattern, const char *text) {
  if (*pattern != '[')
    return text[0];
  int n = 0;
  while (n < 40 && pattern[n] != ']') // BUG:closing
    n++;
  return n;
}

static int first[4], second[4];

int apart(unsigned char i) {
  int sum = 0;
  for (int round = 0; round < 2; round++) {
    int *from = round == 0 ? first : second;
    int at = round == 0 ? i % 8 : i % 8 - 3;
    sum += from[at]; // BUG:apart
  }
  return sum;
}
