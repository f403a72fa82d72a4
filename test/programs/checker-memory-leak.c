// nearmiss: explore --entry forgotten --checkers memory-leak
// expect: complete true
// expect: finding memory-leak @forgotten
// nearmiss: explore --entry freed --checkers memory-leak
// expect: complete true
// expect: no findings
// expect: verified memory-leak
// nearmiss: explore --entry almost --checkers memory-leak
// expect: complete true
// expect: finding memory-leak @almost
// expect: input n=3
// nearmiss: explore --entry kept --checkers memory-leak
// expect: complete true
// expect: no findings
// nearmiss: explore --entry returned --checkers memory-leak
// expect: complete true
// expect: no findings
// nearmiss: explore --entry list --checkers memory-leak
// expect: complete true
// expect: finding memory-leak @list
// nearmiss: explore --entry forgotten
// expect: complete true
// expect: no findings
// Blocks nobody frees on some path; told where they were asked for. Only when asked for.

#include <stdlib.h>

int forgotten(int n) {
  char *block = malloc(4); /* BUG:forgotten */
  if (n == 7)
    return 1;
  free(block);
  return 0;
}

int freed(int n) {
  char *block = malloc(4);
  if (n == 7) {
    free(block);
    return 1;
  }
  free(block);
  return 0;
}

int almost(unsigned char n) {
  char *blocks[3];
  for (int i = 0; i < 3; i++)
    blocks[i] = malloc(1 + i); /* BUG:almost */
  for (int i = 0; i < 3; i++)
    if (i != n - 1)
      free(blocks[i]);
  return n == 3;
}

static char *cache;

int kept(int n) {
  if (n == 7 && !cache)
    cache = malloc(8);
  return 0;
}

char *returned(int n) {
  return n == 7 ? malloc(3) : NULL;
}

struct node {
  struct node *next;
};

int list(unsigned char n) {
  struct node *first = NULL;
  for (int i = 0; i < (n & 3); i++) {
    struct node *node = malloc(sizeof *node); /* BUG:list */
    node->next = first;
    first = node;
  }
  while (first && n < 128) {
    struct node *next = first->next;
    free(first);
    first = next;
  }
  return 0;
}
