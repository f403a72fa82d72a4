/* Formulas of a small spreadsheet: numbers, cells, + - * / %, functions with arguments. Four bugs are planted. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { END, NUMBER, NAME, CELL, OPERATOR, OPEN, CLOSE, COMMA, WRONG };

struct lexer {
  const char *at;
  enum token token;
  int number;
  char name[8];
  char operator;
};

static int cells[3][4];
static int failed;
static int depth;

static void next(struct lexer *x) {
  while (*x->at == ' ') x->at++;
  char c = *x->at;
  if (c == '\0') {
    x->token = END;
    return;
  }
  if (isdigit((unsigned char)c)) {
    x->number = 0;
    while (isdigit((unsigned char)*x->at)) {
      if (x->number > 99999) {
        x->token = WRONG;
        return;
      }
      x->number = x->number * 10 + (*x->at++ - '0');
    }
    x->token = NUMBER;
    return;
  }
  if (isupper((unsigned char)c)) {
    int column = c - 'A';
    int row = x->at[1] - '0';
    if (row < 0 || row > 3 || column > 2) {
      x->token = WRONG;
      return;
    }
    x->number = cells[column][row];
    x->at += 2;
    x->token = CELL;
    return;
  }
  if (islower((unsigned char)c)) {
    size_t n = 0;
    while (islower((unsigned char)*x->at)) {
      if (n < sizeof x->name) x->name[n++] = *x->at;
      x->at++;
    }
    x->name[n] = '\0'; /* bug: long-name */
    x->token = NAME;
    return;
  }
  x->at++;
  switch (c) {
    case '(': x->token = OPEN; return;
    case ')': x->token = CLOSE; return;
    case ',': x->token = COMMA; return;
    case '+': case '-': case '*': case '/': case '%':
      x->token = OPERATOR;
      x->operator = c;
      return;
    default: x->token = WRONG;
  }
}

static int sum(struct lexer *x);

static int refuse(void) {
  failed = 1;
  return 0;
}

static int largest(const int *values, int n) {
  int best = values[0];
  for (int i = 1; i < n; i++) if (values[i] > best) best = values[i];
  return best;
}

static int average(const int *values, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += values[i];
  return total / n; /* bug: average-of-none */
}

static int call(struct lexer *x) {
  char name[8];
  int values[4] = {0};
  int n = 0;
  memcpy(name, x->name, sizeof name);
  next(x);
  if (x->token != OPEN) return refuse();
  next(x);
  while (x->token != CLOSE) {
    int value = sum(x);
    if (failed) return 0;
    values[n++] = value; /* bug: fifth-argument */
    if (x->token == COMMA) next(x);
    else if (x->token != CLOSE) return refuse();
  }
  next(x);
  if (!strcmp(name, "max")) return largest(values, n);
  if (!strcmp(name, "avg")) return average(values, n);
  if (!strcmp(name, "abs") && n == 1) return values[0] < 0 ? -values[0] : values[0];
  if (!strcmp(name, "if") && n == 3) return values[0] ? values[1] : values[2];
  return refuse();
}

static int atom(struct lexer *x) {
  int value;
  switch (x->token) {
    case NUMBER:
    case CELL:
      value = x->number;
      next(x);
      return value;
    case NAME:
      return call(x);
    case OPEN:
      if (++depth > 6) return refuse();
      next(x);
      value = sum(x);
      if (x->token != CLOSE) return refuse();
      next(x);
      depth--;
      return value;
    case OPERATOR:
      if (x->operator != '-') return refuse();
      next(x);
      return (int)(0u - (unsigned)atom(x));
    default:
      return refuse();
  }
}

static int product(struct lexer *x) {
  int value = atom(x);
  while (!failed && x->token == OPERATOR && strchr("*/%", x->operator)) {
    char operator = x->operator;
    next(x);
    int right = atom(x);
    if (failed) return 0;
    if (operator == '*') value = (int)((unsigned)value * (unsigned)right);
    else if (operator == '/') {
      if (right == 0) return refuse();
      if (right == -1) value = (int)(0u - (unsigned)value);
      else value /= right;
    } else value %= right; /* bug: rest-of-nought */
  }
  return value;
}

static int sum(struct lexer *x) {
  int value = product(x);
  while (!failed && x->token == OPERATOR && (x->operator == '+' || x->operator == '-')) {
    char operator = x->operator;
    next(x);
    int right = product(x);
    value = (int)(operator == '+' ? (unsigned)value + (unsigned)right : (unsigned)value - (unsigned)right);
  }
  return value;
}

int evaluate(const char *text, int *out) {
  struct lexer x = {.at = text};
  failed = depth = 0;
  for (int i = 0; i < 3; i++) for (int k = 0; k < 4; k++) cells[i][k] = (i + 1) * 10 + k;
  if (*x.at++ != '=') return -1;
  next(&x);
  int value = sum(&x);
  if (failed || x.token != END) return -1;
  if (out) *out = value;
  return 0;
}
