#ifndef QUERY_H
#define QUERY_H

/* What a query asks for. Conditions are a tree of nodes in one array. */
enum node_kind { NODE_COMPARE, NODE_AND, NODE_OR, NODE_NOT };

struct node {
  enum node_kind kind;
  int operation; /* '=', '<', '>', 'l' (at most), 'g' (at least) */
  int column;
  int number;
  int left;
  int right;
};

struct query {
  int columns[4];
  int column_count;
  int aggregate; /* 0, 'c', 's' or 'a' */
  int where;     /* a node, or -1 */
  int order;     /* a column, or -1 */
  int limit;     /* or -1 */
};

extern struct query query;

int column_number(int letter);
int new_compare(int column, int operation, int number);
int new_node(enum node_kind kind, int left, int right);
void run_query(void);

#endif
