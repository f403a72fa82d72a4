/** A parser of sums by hand: accepts what the grammar below says, and does different things with it. */
export const sumsProgram = `
#include <stddef.h>
#include <stdint.h>

static const uint8_t *at, *end;
int seen;

static int number(int *value) {
  if (at == end || *at < '0' || *at > '3') return 0;
  *value = *at++ - '0';
  return 1;
}

static int term(int *value) {
  if (at < end && *at == '(') {
    at++;
    if (!term(value) || at == end || *at != ')') return 0;
    at++;
    return 1;
  }
  return number(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int sum = 0, value;
  at = data;
  end = data + size;
  if (!term(&sum)) return 1;
  while (at < end) {
    int operation = *at++;
    if (operation != '+' && operation != '-') return 1;
    if (!term(&value)) return 1;
    sum = operation == '+' ? sum + value : sum - value;
  }
  if (sum < 0) seen = 1;
  else if (sum == 5)
    seen = 2;
  return 0;
}
`;

export const sumsGrammar = `
sum ::= term | sum "+" term | sum "-" term
term ::= DIGIT | "(" term ")"
DIGIT ::= [0-3]
`;
