// nearmiss: explore --entry parse
// expect: finding stack-overflow @expr
// expect: paths 2
// expect: complete true
// nearmiss: explore --entry leaf
// expect: finding stack-overflow @leaf
// A recursion without an end, at the first call of its round in the source whichever function met the end of the stack.
static int term(const unsigned char *at);

static int expr(const unsigned char *at) {
  int value = *at;
  return value + term(at);  // BUG:expr
}

static int term(const unsigned char *at) {
  unsigned char copy[40];
  copy[0] = *at;
  return expr(at) + copy[0];
}

int parse(unsigned char x) {
  if (x == '(')
    return expr(&x);
  return 0;
}

static int down(int depth) {
  if (depth % 7 == 0)
    return down(depth + 1) + 1;  // BUG:leaf
  return down(depth + 1) + 2;
}

int leaf(unsigned char x) { return x == 4 ? down(1) : 0; }
