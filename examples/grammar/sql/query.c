#include "query.h"

#include <stdio.h>

/* The evaluator: one table, five columns a..e, eight rows. */
enum { ROWS = 8, COLUMNS = 5, NODES = 32 };

static const int table[ROWS][COLUMNS] = {
    {1, 20, 3, 9, 0}, {2, 18, 3, 1, 0}, {3, 16, 5, 4, 0}, {4, 14, 5, 7, 1},
    {5, 12, 7, 2, 1}, {6, 10, 7, 8, 1}, {7, 8, 9, 3, 2},  {8, 6, 9, 6, 2},
};

struct query query = {.where = -1, .order = -1, .limit = -1};

static struct node nodes[NODES];
static int node_count;

int column_number(int letter) {
  return letter >= 'a' && letter < 'a' + COLUMNS ? letter - 'a' : 0;
}

static int add(struct node node) {
  if (node_count == NODES)
    return 0;
  nodes[node_count] = node;
  return node_count++;
}

int new_compare(int column, int operation, int number) {
  return add((struct node){.kind = NODE_COMPARE, .operation = operation, .column = column, .number = number});
}

int new_node(enum node_kind kind, int left, int right) {
  return add((struct node){.kind = kind, .left = left, .right = right});
}

static int compare(int value, int operation, int number) {
  switch (operation) {
  case '=':
    return value == number;
  case '<':
    return value < number;
  case '>':
    return value > number;
  case 'l':
    return value <= number;
  default:
    return value >= number;
  }
}

static int holds(int at, const int *row) {
  const struct node *node = &nodes[at];
  switch (node->kind) {
  case NODE_COMPARE:
    return compare(row[node->column], node->operation, node->number);
  case NODE_AND:
    return holds(node->left, row) && holds(node->right, row);
  case NODE_OR:
    return holds(node->left, row) || holds(node->right, row);
  default:
    return !holds(node->left, row);
  }
}

static void sort(const int **rows, int count, int column) {
  for (int i = 1; i < count; i++) {
    const int *row = rows[i];
    int k = i;
    for (; k > 0 && rows[k - 1][column] > row[column]; k--)
      rows[k] = rows[k - 1];
    rows[k] = row;
  }
}

static void print_row(const int *row) {
  if (query.column_count == 0)
    for (int c = 0; c < COLUMNS; c++)
      printf("%d ", row[c]);
  for (int c = 0; c < query.column_count; c++)
    printf("%d ", row[query.columns[c]]);
  printf("\n");
}

void run_query(void) {
  const int *found[ROWS];
  int count = 0;
  for (int r = 0; r < ROWS; r++)
    if (query.where < 0 || holds(query.where, table[r]))
      found[count++] = table[r];
  if (query.order >= 0)
    sort(found, count, query.order);
  if (query.limit >= 0 && query.limit < count)
    count = query.limit;
  if (query.aggregate == 0) {
    for (int r = 0; r < count; r++)
      print_row(found[r]);
    return;
  }
  int sum = 0;
  for (int r = 0; r < count; r++)
    sum += found[r][query.columns[0]];
  if (query.aggregate == 'c')
    printf("%d\n", count);
  else if (query.aggregate == 's')
    printf("%d\n", sum);
  else
    printf("%d\n", sum / count); /* the bug: nothing says that a row was found */
}
