/* Concrete overhead, sort: quicksort with a comparison called through a pointer, n times 500 records. */
#include <stdint.h>

struct record {
  uint32_t key;
  uint16_t group;
  uint16_t position;
};

static struct record records[500];

static int by_group_then_key(const struct record *a, const struct record *b) {
  if (a->group != b->group)
    return a->group < b->group ? -1 : 1;
  if (a->key != b->key)
    return a->key < b->key ? -1 : 1;
  return 0;
}

static void swap(struct record *a, struct record *b) {
  struct record kept = *a;
  *a = *b;
  *b = kept;
}

static void sort(struct record *first, int count, int (*compare)(const struct record *, const struct record *)) {
  while (count > 8) {
    struct record pivot = first[count / 2];
    int low = 0, high = count - 1;
    while (low <= high) {
      while (compare(&first[low], &pivot) < 0)
        low++;
      while (compare(&first[high], &pivot) > 0)
        high--;
      if (low <= high)
        swap(&first[low++], &first[high--]);
    }
    sort(first, high + 1, compare);
    first += low;
    count -= low;
  }
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && compare(&first[j - 1], &first[j]) > 0; j--)
      swap(&first[j - 1], &first[j]);
}

int run(int n) {
  uint32_t seed = 12345, sum = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 500; j++) {
      seed = seed * 1664525u + 1013904223u;
      records[j] = (struct record){seed, (uint16_t)(seed >> 28), (uint16_t)j};
    }
    sort(records, 500, by_group_then_key);
    for (int j = 0; j < 500; j += 50)
      sum = sum * 31 + records[j].position;
  }
  return (int)sum;
}
