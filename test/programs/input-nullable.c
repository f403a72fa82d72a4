// nearmiss: explore --entry read_it --nullable
// expect: paths 2
// expect: complete true
// expect: finding null-dereference @read
// nearmiss: explore --entry read_it
// expect: paths 1
// expect: complete true
// expect: no findings
// nearmiss: explore --entry guarded --nullable
// expect: paths 3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry list --depth 2 --nullable
// expect: complete true
// expect: finding null-dereference @next
// Pointers are never NULL unless --nullable says they may be, and the choice is part of the path. guarded: NULL | positive | not.

#include <stddef.h>

struct item {
  int value;
  struct item *next;
};

int read_it(int *p) {
  return *p; /* BUG:read */
}

int guarded(int *p) {
  if (!p)
    return -1;
  if (*p > 0)
    return 1;
  return 0;
}

int list(struct item *head) {
  if (head == NULL)
    return 0;
  if (head->value == 5)
    return head->next->value; /* BUG:next */
  return 1;
}
