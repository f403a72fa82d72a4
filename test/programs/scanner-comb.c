// nearmiss: explore --entry scan --len text=4
// expect: paths 50
// expect: complete true
// expect: brute-force text[0..3]:0,'i','f','a','0',' ','!'
// nearmiss: explore --entry scan --len text=6
// expect: paths 386
// expect: complete true
// expect: finding assertion @keywords
// A scanner as generators make them: the rows of the transition table lie in one another's gaps, each cell says
// whose it is, and a state without a cell of its own takes another state's. Every condition depends on all
// characters since the token began, by way of the state.
#include <assert.h>

enum { NOWHERE, START, I, IF, NAME, NUMBER, BLANK, OTHER, STATES };
enum { SYMBOL, LETTER_I, LETTER_F, LETTER, DIGIT, SPACE };

static const unsigned char class_of[256] = {
    [' '] = SPACE,          ['0' ... '9'] = DIGIT, ['a' ... 'e'] = LETTER, ['f'] = LETTER_F,
    ['g' ... 'h'] = LETTER, ['i'] = LETTER_I,      ['j' ... 'z'] = LETTER,
};
static const short base[STATES] = {0, 0, 8, 0, 5, 7, 7, 0};
static const short fallback[STATES] = {0, 0, NAME, NAME, 0, 0, 0, 0};
static const short next[14] = {OTHER, I, NAME, NAME, NUMBER, BLANK, NAME, NAME, NAME, NAME, IF, NUMBER, BLANK, 0};
static const short owner[14] = {START, START, START, START, START, START, NAME, NAME, NAME, NAME, I, NUMBER, BLANK, 0};

static int step(int state, unsigned char c) {
  int kind = class_of[c];
  while (state != NOWHERE && owner[base[state] + kind] != state)
    state = fallback[state];
  return state == NOWHERE ? NOWHERE : next[base[state] + kind];
}

/* Tokens of the text; two keywords are one too many. */
int scan(const char *text) {
  int tokens = 0, keywords = 0;
  while (*text) {
    int token = START;
    while (*text) {
      int state = step(token, (unsigned char)*text);
      if (state == NOWHERE)
        break;
      token = state;
      text++;
    }
    tokens += token != BLANK;
    keywords += token == IF;
    assert(keywords < 2); /* BUG:keywords */
  }
  return tokens;
}
