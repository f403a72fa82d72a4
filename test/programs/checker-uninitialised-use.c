// nearmiss: explore --entry forgotten --checkers uninitialised-use
// expect: complete true
// expect: finding uninitialised-use @forgotten
// nearmiss: explore --entry written --checkers uninitialised-use
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers uninitialised-use
// expect: complete true
// expect: finding uninitialised-use @almost
// expect: input n=4
// nearmiss: explore --entry cleared --checkers uninitialised-use
// expect: complete true
// expect: no findings
// nearmiss: explore --entry copied --checkers uninitialised-use
// expect: complete true
// expect: no findings
// nearmiss: explore --entry grown --checkers uninitialised-use
// expect: complete true
// expect: finding uninitialised-use @grown
// nearmiss: explore --entry measured --checkers uninitialised-use
// expect: complete true
// expect: finding uninitialised-use @measured
// nearmiss: explore --entry same --checkers uninitialised-use
// expect: complete true
// expect: no findings
// nearmiss: explore --entry beyond --checkers uninitialised-use
// expect: complete true
// expect: finding uninitialised-use @beyond
// nearmiss: explore --entry forgotten
// expect: complete true
// expect: no findings
// Values read from the heap before anything was stored there. Only when asked for, and only of the heap.

#include <stdlib.h>
#include <string.h>

struct flags {
  unsigned a : 3, b : 5;
  int count;
};

int forgotten(int n) {
  int *block = malloc(sizeof(int));
  if (n != 7)
    *block = n;
  int result = *block; /* BUG:forgotten */
  free(block);
  return result;
}

int written(int n) {
  struct flags *flags = malloc(sizeof(struct flags));
  flags->a = 1;
  flags->b = n;
  flags->count = n == 7;
  int result = flags->a + flags->b + flags->count;
  free(flags);
  return result;
}

int almost(unsigned char n) {
  char *block = malloc(5);
  for (int i = 0; i < 4; i++)
    block[i] = 1;
  int result = n <= 4 ? block[n] + 1 : 0; /* BUG:almost */
  free(block);
  return result;
}

int cleared(int n) {
  int *block = calloc(2, sizeof(int));
  int result = block[n == 7];
  free(block);
  return result;
}

int copied(int n) {
  char *from = malloc(8), *to = malloc(8);
  from[0] = n;
  memcpy(to, from, 8);
  int result = to[0];
  free(from);
  free(to);
  return result;
}

int grown(int n) {
  int *block = malloc(4);
  *block = n;
  block = realloc(block, 8);
  int result = block[n == 7]; /* BUG:grown */
  free(block);
  return result;
}

int measured(int n) {
  char *text = malloc(4);
  if (n != 7)
    text[0] = 0;
  int length = strlen(text); /* BUG:measured */
  free(text);
  return length != 0;
}

/* A zero where there was one already, at an index that is not known: written all the same. */
int same(unsigned char n) {
  char *block = malloc(64);
  block[n & 15] = 0;
  int result = block[n & 15];
  free(block);
  return result;
}

int beyond(unsigned char n) {
  char *block = malloc(64);
  block[n & 15] = 0;
  int result = block[(n & 15) + 16]; /* BUG:beyond */
  free(block);
  return result;
}
