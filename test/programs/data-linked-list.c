// nearmiss: explore --entry build
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force n:0..5
// nearmiss: explore --entry sorted_insert --len values=3
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force values[0..2]:1..3
// A list of symbolic length on the heap; then sorted insertion of three symbolic values, one path an order.

#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *head, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = head;
  return node;
}

static int release(struct node *head) {
  int sum = 0;
  while (head) {
    struct node *next = head->next;
    sum += head->value;
    free(head);
    head = next;
  }
  return sum;
}

int build(unsigned char n) {
  struct node *head = NULL;
  if (n > 3)
    return -1;
  for (unsigned char i = 0; i < n; i++)
    head = push(head, i);
  return release(head);
}

int sorted_insert(unsigned char *values) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node **at = &head;
    while (*at && (*at)->value < values[i])
      at = &(*at)->next;
    *at = push(*at, values[i]);
  }
  return release(head);
}
