#include "table.h"

static const int table[5] = {3, 1, 4, 1, 5};

int table_get(int index) {
  if (index < 0 || index > 5) return -1;
  return table[index];
}
