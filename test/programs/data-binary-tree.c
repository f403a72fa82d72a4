// nearmiss: explore --entry depth --len keys=3
// expect: paths 13
// expect: complete true
// expect: no findings
// expect: brute-force keys[0..2]:1..5
// Three keys into a binary search tree without duplicates; the path is the comparisons made, so also which
// key was a duplicate of which: second equal, less or more; the third likewise against what it meets: 3 when there is
// one node, 5 when there are two, twice: 13.

struct tree {
  unsigned char key;
  struct tree *left, *right;
};

static struct tree pool[3];

int depth(unsigned char *keys) {
  struct tree *root = 0;
  int deepest = 0;
  for (int i = 0; i < 3; i++) {
    struct tree **at = &root;
    int level = 1;
    while (*at && (*at)->key != keys[i]) {
      at = keys[i] < (*at)->key ? &(*at)->left : &(*at)->right;
      level++;
    }
    if (!*at) {
      pool[i].key = keys[i];
      pool[i].left = pool[i].right = 0;
      *at = &pool[i];
    }
    if (level > deepest)
      deepest = level;
  }
  return deepest;
}
