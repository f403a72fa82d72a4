#include <stddef.h>
static const char *p;
static int error;
static int expr(void);
static int factor(void) {
  if (*p == '(') { p++; int v = expr(); if (*p == ')') p++; else error = 1; return v; }
  if (*p == '-') { p++; return -factor(); }
  if (*p < '0' || *p > '9') { error = 1; return 0; }
  int v = 0;
  while (*p >= '0' && *p <= '9') v = v * 10 + (*p++ - '0');
  return v;
}
static int term(void) {
  int v = factor();
  for (;;) {
    if (*p == '*') { p++; v *= factor(); }
    else if (*p == '/') { p++; int d = factor(); if (!error) v /= d; }
    else if (*p == '%') { p++; int d = factor(); if (!error) v %= d; }
    else return v;
  }
}
static int expr(void) {
  int v = term();
  for (;;) {
    if (*p == '+') { p++; v += term(); }
    else if (*p == '-') { p++; v -= term(); }
    else return v;
  }
}
int calc(const char *s) { p = s; error = 0; int v = expr(); if (*p) error = 1; return error ? -1 : v; }
