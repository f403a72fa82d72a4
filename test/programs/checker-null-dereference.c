// nearmiss: explore --entry wrong
// expect: paths 4
// expect: complete true
// expect: finding null-dereference @wrong
// expect: brute-force key:0..9
// nearmiss: explore --entry safe
// expect: paths 4
// expect: complete true
// expect: no findings
// expect: verified null-dereference
// expect: brute-force key:0..9
// nearmiss: explore --entry almost
// expect: paths 5
// expect: complete true
// expect: finding null-dereference @almost
// expect: brute-force key:0..9
// A search that may find nothing: found at 0, 1, 2 or not at all. The pointer itself is concrete on each path.
// almost: `key > 7` is refused, so 3, 5 and 7 are found, the other small keys are not, and large ones return: 5.

#include <stddef.h>

struct entry {
  int key;
  int value;
};

static struct entry entries[3] = {{3, 30}, {5, 50}, {7, 70}};

static struct entry *find(int key) {
  for (int i = 0; i < 3; i++)
    if (entries[i].key == key)
      return &entries[i];
  return NULL;
}

int wrong(int key) {
  return find(key)->value; /* BUG:wrong */
}

int safe(int key) {
  struct entry *entry = find(key);
  if (!entry)
    return -1;
  return entry->value;
}

int almost(int key) {
  if (key > 7)
    return -1;
  return find(key)->value; /* BUG:almost */
}
