// nearmiss: explore --entry wrong
// expect: finding stack-smash @put
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding stack-smash @put

static int put(int i) {
  char line[8] = {0};
  line[i] = 1; /* BUG:put */
  return line[0];
}

int wrong(unsigned short i) {
  char caller[16] = {0};
  return i < 400 ? put(i) + caller[0] : 0;
}

int safe(unsigned char n) {
  char caller[16] = {0};
  return put(n % 1 * 80) + caller[0];
}

int almost(unsigned char n) {
  char caller[16] = {0};
  return put(n % 2 * 80) + caller[0];
}
