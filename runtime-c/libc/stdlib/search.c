/* <search.h>: a hash table of the program's own size, a binary tree, and linked elements. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

static struct entry *table;
static size_t slots, used;

WEAK int hcreate(size_t count) {
  if (table) return 0;
  slots = count + count / 4 + 3;
  used = 0;
  table = calloc(slots, sizeof *table);
  return table != 0;
}
WEAK void hdestroy(void) {
  free(table);
  table = 0;
}
WEAK ENTRY *hsearch(ENTRY wanted, ACTION action) {
  size_t hash = 5381;
  if (!table) return 0;
  for (const char *c = wanted.key; *c; c++) hash = hash * 33 + (unsigned char)*c;
  for (size_t i = 0; i < slots; i++) {
    ENTRY *each = &table[(hash + i) % slots];
    if (each->key && strcmp(each->key, wanted.key) == 0) return each;
    if (each->key) continue;
    if (action != ENTER) break;
    *each = wanted;
    used++;
    return each;
  }
  errno = action == ENTER ? ENOMEM : ESRCH;
  return 0;
}

/* A node is the key, as the user sees it, and two more nodes. */
struct node {
  const void *key;
  struct node *less, *more;
};
typedef int comparison(const void *, const void *);

WEAK void *tsearch(const void *key, void **root, comparison *compare) {
  if (!root) return 0;
  struct node **place = (struct node **)root;
  while (*place) {
    int order = compare(key, (*place)->key);
    if (order == 0) return *place;
    place = order < 0 ? &(*place)->less : &(*place)->more;
  }
  struct node *node = malloc(sizeof *node);
  if (!node) return 0;
  *node = (struct node){key, 0, 0};
  return *place = node;
}
WEAK void *tfind(const void *key, void *const *root, comparison *compare) {
  struct node *node = root ? *root : 0;
  while (node) {
    int order = compare(key, node->key);
    if (order == 0) return node;
    node = order < 0 ? node->less : node->more;
  }
  return 0;
}
WEAK void *tdelete(const void *restrict key, void **restrict root, comparison *compare) {
  struct node **place = (struct node **)root, *parent = 0;
  if (!root) return 0;
  while (*place) {
    int order = compare(key, (*place)->key);
    if (order == 0) break;
    parent = *place;
    place = order < 0 ? &(*place)->less : &(*place)->more;
  }
  struct node *node = *place;
  if (!node) return 0;
  if (node->less && node->more) {
    struct node **next = &node->more;
    while ((*next)->less) next = &(*next)->less;
    struct node *moved = *next;
    *next = moved->more;
    moved->less = node->less;
    moved->more = node->more;
    *place = moved;
  } else {
    *place = node->less ? node->less : node->more;
  }
  free(node);
  /* Of the root there is no parent: anything that is not NULL. */
  return parent ? (void *)parent : (void *)root;
}
static void visit(const struct node *node, void (*action)(const void *, VISIT, int), int depth) {
  if (!node->less && !node->more) {
    action(node, leaf, depth);
    return;
  }
  action(node, preorder, depth);
  if (node->less) visit(node->less, action, depth + 1);
  action(node, postorder, depth);
  if (node->more) visit(node->more, action, depth + 1);
  action(node, endorder, depth);
}
WEAK void twalk(const void *root, void (*action)(const void *, VISIT, int)) {
  if (root) visit(root, action, 0);
}
WEAK void tdestroy(void *root, void (*release)(void *)) {
  struct node *node = root;
  if (!node) return;
  tdestroy(node->less, release);
  tdestroy(node->more, release);
  if (release) release((void *)node->key);
  free(node);
}

struct element {
  struct element *next, *previous;
};
WEAK void insque(void *added, void *behind) {
  struct element *element = added, *before = behind;
  if (!before) {
    element->next = element->previous = 0;
    return;
  }
  element->next = before->next;
  element->previous = before;
  before->next = element;
  if (element->next) element->next->previous = element;
}
WEAK void remque(void *removed) {
  struct element *element = removed;
  if (element->next) element->next->previous = element->previous;
  if (element->previous) element->previous->next = element->next;
}
