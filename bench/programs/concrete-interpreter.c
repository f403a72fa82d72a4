/* Concrete overhead, interpreter: a stack machine counts the primes below 400 by trial division, n times. */
#include <stdint.h>

enum { PUSH, LOAD, STORE, ADD, MULTIPLY, REMAINDER, LESS, JUMP, JUMP_IF_ZERO, HALT };
enum { CANDIDATE, DIVISOR, PRIMES, VARIABLES };

/* Labels are places in the program, counted by hand. */
enum { NEXT_CANDIDATE = 4, NEXT_DIVISOR = 15, DIVIDES = 34, ADVANCE = 50, DONE = 59 };

static const int program[] = {
    /*  0 */ PUSH, 2, STORE, CANDIDATE,
    /*  4 */ LOAD, CANDIDATE, PUSH, 400, LESS, JUMP_IF_ZERO, DONE,
    /* 11 */ PUSH, 2, STORE, DIVISOR,
    /* 15 */ LOAD, CANDIDATE, LOAD, DIVISOR, LOAD, DIVISOR, MULTIPLY, LESS, JUMP_IF_ZERO, DIVIDES,
    /* 25 */ LOAD, PRIMES, PUSH, 1, ADD, STORE, PRIMES, JUMP, ADVANCE,
    /* 34 */ LOAD, CANDIDATE, LOAD, DIVISOR, REMAINDER, JUMP_IF_ZERO, ADVANCE,
    /* 41 */ LOAD, DIVISOR, PUSH, 1, ADD, STORE, DIVISOR, JUMP, NEXT_DIVISOR,
    /* 50 */ LOAD, CANDIDATE, PUSH, 1, ADD, STORE, CANDIDATE, JUMP, NEXT_CANDIDATE,
    /* 59 */ HALT,
};

static int execute(int variables[VARIABLES]) {
  int stack[16], *top = stack, steps = 0;
  const int *at = program;
  for (;; steps++) {
    switch (*at++) {
    case PUSH: *top++ = *at++; break;
    case LOAD: *top++ = variables[*at++]; break;
    case STORE: variables[*at++] = *--top; break;
    case ADD: top--; top[-1] += top[0]; break;
    case MULTIPLY: top--; top[-1] *= top[0]; break;
    case REMAINDER: top--; top[-1] %= top[0]; break;
    case LESS: top--; top[-1] = top[-1] < top[0]; break;
    case JUMP: at = program + *at; break;
    case JUMP_IF_ZERO:
      if (*--top == 0)
        at = program + *at;
      else
        at++;
      break;
    case HALT: return steps;
    }
  }
}

int run(int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    int variables[VARIABLES] = {0};
    uint32_t steps = (uint32_t)execute(variables);
    sum = sum * 31 + steps + (uint32_t)variables[PRIMES];
  }
  return (int)sum;
}
