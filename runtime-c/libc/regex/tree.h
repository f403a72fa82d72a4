/* A regular expression as a tree: regex/compile.c makes it, regex/match.c walks it. */
#ifndef NEARMISS_REGEX_TREE_H
#define NEARMISS_REGEX_TREE_H
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

enum kind { CHARACTER, ANY, SET, START, END, WORD_START, WORD_END, WORD_EDGE, NO_WORD_EDGE, GROUP, BACK, REPEAT, SEQUENCE, CHOICE };

struct node {
  enum kind kind;
  int least, most;
  int number;
  unsigned char character;
  unsigned char *set;
  struct node *first, *next;
};

struct pattern {
  struct node *root;
  struct node **nodes;
  size_t count, room;
  int flags;
};

#endif
