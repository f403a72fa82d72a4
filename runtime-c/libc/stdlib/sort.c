/* Sorting and searching. Merge sort, as glibc's: what compares equal keeps its order, which people have come to rely on. */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <search.h>
#include "host.h"

typedef int comparison(const void *, const void *, void *);

static void merge(char *data, size_t count, size_t size, comparison *compare, void *context, char *space) {
  if (count <= 1) return;
  size_t half = count / 2;
  char *right = data + half * size, *left = data, *to = space;
  size_t lefts = half, rights = count - half;
  merge(left, lefts, size, compare, context, space);
  merge(right, rights, size, compare, context, space);
  while (lefts > 0 && rights > 0) {
    if (compare(left, right, context) <= 0) {
      memcpy(to, left, size);
      left += size;
      lefts--;
    } else {
      memcpy(to, right, size);
      right += size;
      rights--;
    }
    to += size;
  }
  if (lefts > 0) memcpy(to, left, lefts * size);
  memcpy(data, space, (count - rights) * size);
}

WEAK void qsort_r(void *data, size_t count, size_t size, comparison *compare, void *context) {
  char few[1024];
  if (count <= 1 || size == 0) return;
  char *space = count * size <= sizeof few ? few : malloc(count * size);
  if (!space) return;
  merge(data, count, size, compare, context, space);
  if (space != few) free(space);
}

static int without_context(const void *a, const void *b, void *compare) {
  return ((int (*)(const void *, const void *))compare)(a, b);
}

WEAK void qsort(void *data, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  qsort_r(data, count, size, without_context, (void *)compare);
}

WEAK void *bsearch(const void *key, const void *data, size_t count, size_t size,
                   int (*compare)(const void *, const void *)) {
  const char *start = data;
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *each = start + middle * size;
    int order = compare(key, each);
    if (order == 0) return (void *)each;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

WEAK void *lfind(const void *key, const void *data, size_t *count, size_t size,
                 int (*compare)(const void *, const void *)) {
  const char *each = data;
  for (size_t i = 0; i < *count; i++, each += size)
    if (compare(key, each) == 0) return (void *)each;
  return 0;
}

WEAK void *lsearch(const void *key, void *data, size_t *count, size_t size,
                   int (*compare)(const void *, const void *)) {
  void *found = lfind(key, data, count, size, compare);
  if (found) return found;
  found = (char *)data + *count * size;
  memcpy(found, key, size);
  ++*count;
  return found;
}
