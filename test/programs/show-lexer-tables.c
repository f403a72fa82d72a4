// nearmiss: explore --entry classify --len s=3
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,' ','!','0','9','A','Z','a','z','_','.','/',255
// nearmiss: explore --entry count_tokens --len s=3
// expect: paths 20
// expect: complete true
// expect: no findings
// expect: brute-force s[0..2]:0,' ','!','0','9','A','Z','a','z','_','.','/',255
// A lexer the way generators write them: a 256-entry class table, then a transition table, both read at
// symbolic indices. `classify` only branches at the end (5: nothing leads back to START);
// `count_tokens` branches at every byte, on the next state.

enum { START, NAME, NUMBER, FRACTION, BLANK, ERROR, STATES };
enum { OTHER, LETTER, DIGIT, DOT, SPACE, CLASSES };

static const unsigned char class_of[256] = {
    [' '] = SPACE, ['\t'] = SPACE, ['\n'] = SPACE, ['.'] = DOT, ['_'] = LETTER,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER,
};

static const unsigned char next_state[STATES][CLASSES] = {
    [START] = {ERROR, NAME, NUMBER, FRACTION, BLANK},
    [NAME] = {ERROR, NAME, NAME, ERROR, BLANK},
    [NUMBER] = {ERROR, ERROR, NUMBER, FRACTION, BLANK},
    [FRACTION] = {ERROR, ERROR, FRACTION, ERROR, BLANK},
    [BLANK] = {ERROR, NAME, NUMBER, FRACTION, BLANK},
    [ERROR] = {ERROR, ERROR, ERROR, ERROR, ERROR},
};

int classify(const char *s) {
  int state = START;
  for (int i = 0; i < 3; i++)
    state = next_state[state][class_of[(unsigned char)s[i]]];
  switch (state) {
  case START: return 0;
  case NAME: return 1;
  case NUMBER: return 2;
  case FRACTION: return 3;
  case BLANK: return 4;
  default: return -1;
  }
}

int count_tokens(const char *s) {
  int state = START, tokens = 0;
  for (int i = 0; i < 3; i++) {
    int next = next_state[state][class_of[(unsigned char)s[i]]];
    if (next == ERROR)
      return -1;
    if (next != state && next != BLANK)
      tokens++;
    state = next;
  }
  return tokens;
}
