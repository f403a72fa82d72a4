// nearmiss: explore --entry second --depth 2
// expect: complete true
// expect: finding abort @second
// nearmiss: explore --entry second --depth 1 --checkers null-dereference
// expect: complete true
// expect: finding null-dereference @follow
// Pointers inside symbolic objects point to symbolic objects, down to --depth; past it they are NULL.

#include <stdlib.h>

struct item {
  int value;
  struct item *next;
};

int second(const struct item *head) {
  if (head->value != 11)
    return 0;
  int value = head->next->value; /* BUG:follow */
  if (value == 22)
    abort(); /* BUG:second */
  return 1;
}
