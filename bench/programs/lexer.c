#include <stdint.h>

/* A scanner driven by tables, as lex makes them: class of the character, next state, token of the state. */
enum { OTHER, LETTER, DIGIT, DOT, SIGN, QUOTE, BLANK, CLASSES };
enum { START, NAME, NUMBER, POINT, FRACTION, OPERATOR, TEXT, TEXT_END, SPACE, ERROR, STATES };

static uint8_t class_of[256];
static const uint8_t next_state[STATES][CLASSES] = {
    {ERROR, NAME, NUMBER, POINT, OPERATOR, TEXT, SPACE},
    {0, NAME, NAME, 0, 0, 0, 0},
    {0, 0, NUMBER, POINT, 0, 0, 0},
    {0, 0, FRACTION, 0, 0, 0, 0},
    {0, 0, FRACTION, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0},
    {TEXT, TEXT, TEXT, TEXT, TEXT, TEXT_END, TEXT},
    {0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, SPACE},
    {0, 0, 0, 0, 0, 0, 0},
};
static const uint8_t is_final[STATES] = {0, 1, 1, 0, 1, 1, 0, 1, 1, 0};

static void fill_classes(void) {
  for (int c = 0; c < 256; c++) class_of[c] = OTHER;
  for (int c = 'a'; c <= 'z'; c++) class_of[c] = LETTER;
  for (int c = '0'; c <= '9'; c++) class_of[c] = DIGIT;
  class_of['.'] = DOT;
  class_of['+'] = class_of['-'] = class_of['*'] = SIGN;
  class_of['"'] = QUOTE;
  class_of[' '] = BLANK;
}

/* Tokens in the text, negative the place of the first error. */
int tokens(const char *text) {
  int count = 0;
  int at = 0;
  int widths[STATES] = {0};
  fill_classes();
  while (text[at] != 0) {
    int state = START;
    int from = at;
    for (;;) {
      unsigned char c = (unsigned char)text[at];
      int next = c == 0 ? 0 : next_state[state][class_of[c]];
      if (next == 0) break;
      state = next;
      at++;
    }
    if (!is_final[state]) return -1 - from;
    widths[state] += at - from;
    if (state != SPACE) count++;
  }
  return count + widths[NUMBER] * 100;
}
