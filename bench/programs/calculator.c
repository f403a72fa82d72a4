// nearmiss: explore --entry calculate --len s=4
// expect: paths 4223
// expect: complete true
// expect: finding division-by-zero @divide
// expect: finding division-by-zero @remainder
// expect: brute-force s[0..3]:0,' ','!','%','&','(',')','*','+','-','/','0','1','9','A','a','d','{','|','~'
// A recursive-descent calculator: | & + - * / % with C's precedence, unary - + ~, parentheses, blanks, and
// one-letter variables.
// Nobody asks whether the right side of / and % is zero.

struct reader {
  const char *at;
  int wrong;
};

static int either(struct reader *reader);
static int variables[26] = {1, 2, 3};

static char peek(struct reader *reader) {
  while (*reader->at == ' ')
    reader->at++;
  return *reader->at;
}

static int number(struct reader *reader) {
  int value = 0;
  while (*reader->at >= '0' && *reader->at <= '9')
    value = value * 10 + (*reader->at++ - '0');
  return value;
}

static int operand(struct reader *reader) {
  char c = peek(reader);
  if (c == '(') {
    reader->at++;
    int value = either(reader);
    if (peek(reader) != ')')
      reader->wrong = 1;
    else
      reader->at++;
    return value;
  }
  if (c == '-') {
    reader->at++;
    return -operand(reader);
  }
  if (c == '+') {
    reader->at++;
    return operand(reader);
  }
  if (c == '~') {
    reader->at++;
    return ~operand(reader);
  }
  if (c >= 'a' && c <= 'z') {
    reader->at++;
    return variables[c - 'a'];
  }
  if (c >= '0' && c <= '9')
    return number(reader);
  reader->wrong = 1;
  return 0;
}

static int product(struct reader *reader) {
  int value = operand(reader);
  while (!reader->wrong) {
    char operation = peek(reader);
    if (operation != '*' && operation != '/' && operation != '%')
      break;
    reader->at++;
    int right = operand(reader);
    if (reader->wrong)
      break;
    if (operation == '*')
      value *= right;
    else if (operation == '/')
      value /= right; /* BUG:divide */
    else
      value %= right; /* BUG:remainder */
  }
  return value;
}

static int sum(struct reader *reader) {
  int value = product(reader);
  while (!reader->wrong) {
    char operation = peek(reader);
    if (operation != '+' && operation != '-')
      break;
    reader->at++;
    int right = product(reader);
    if (operation == '+')
      value += right;
    else
      value -= right;
  }
  return value;
}

static int both(struct reader *reader) {
  int value = sum(reader);
  while (!reader->wrong && peek(reader) == '&') {
    reader->at++;
    value &= sum(reader);
  }
  return value;
}

static int either(struct reader *reader) {
  int value = both(reader);
  while (!reader->wrong && peek(reader) == '|') {
    reader->at++;
    value |= both(reader);
  }
  return value;
}

int calculate(const char *s) {
  struct reader reader = {s, 0};
  int value = either(&reader);
  if (reader.wrong || peek(&reader) != 0)
    return -1;
  return value;
}
