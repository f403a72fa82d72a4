/* Does a text match? Every way through the tree is tried, and the longest kept. */
#include "tree.h"

/* What is left to do behind a node: the rest of a sequence, the end of a group, another round of a repetition. */
enum task { REST, CLOSE, AGAIN };

struct later {
  enum task task;
  const struct node *node;
  const struct later *behind;
  /* Of a repetition: how often so far, and where this time began. Of a group that ends: its number. */
  int times;
  const char *from;
};

enum { MOST_GROUPS = 64 };
struct match {
  const char *start, *text, *best;
  int flags, how;
  regmatch_t groups[MOST_GROUPS], best_groups[MOST_GROUPS];
};

static int is_word(int c) { return isalnum(c) || c == '_'; }
static int run(struct match *match, const struct node *node, const char *at, const struct later *later);

static int go_on(struct match *match, const char *at, const struct later *later) {
  if (!later) {
    if (!match->best || at > match->best) {
      match->best = at;
      memcpy(match->best_groups, match->groups, sizeof match->groups);
    }
    /* Nothing can be longer than all of it. */
    return !*at;
  }
  const struct node *node = later->node;
  if (later->task == CLOSE) {
    int number = node->number;
    regmatch_t before = number < MOST_GROUPS ? match->groups[number] : (regmatch_t){0};
    if (number < MOST_GROUPS) match->groups[number] = (regmatch_t){later->from - match->text, at - match->text};
    if (go_on(match, at, later->behind)) return 1;
    if (number < MOST_GROUPS) match->groups[number] = before;
    return 0;
  }
  if (later->task == AGAIN) {
    int times = later->times;
    /* A round that took nothing would go on for ever. */
    int may_repeat = (node->most < 0 || times < node->most) && (at != later->from || times < node->least);
    if (may_repeat) {
      struct later again = {AGAIN, node, later->behind, times + 1, at};
      if (run(match, node->first, at, &again)) return 1;
    }
    return times >= node->least && go_on(match, at, later->behind);
  }
  /* The rest of a sequence. */
  struct later rest = {REST, node->next, later->behind, 0, 0};
  return run(match, node, at, node->next ? &rest : later->behind);
}

static int run(struct match *match, const struct node *node, const char *at, const struct later *later) {
  int c = (unsigned char)*at, before = at > match->start ? (unsigned char)at[-1] : 0;
  switch (node->kind) {
    case CHARACTER:
      if (c != node->character && !(match->flags & REG_ICASE && tolower(c) == tolower(node->character))) return 0;
      return c && go_on(match, at + 1, later);
    case ANY:
      return c && !(c == '\n' && match->flags & REG_NEWLINE) && go_on(match, at + 1, later);
    case SET:
      return c && node->set[c >> 3] >> (c & 7) & 1 && go_on(match, at + 1, later);
    case START:
      if (at == match->start ? !(match->how & REG_NOTBOL) : match->flags & REG_NEWLINE && before == '\n')
        return go_on(match, at, later);
      return 0;
    case END:
      if (!c ? !(match->how & REG_NOTEOL) : match->flags & REG_NEWLINE && c == '\n') return go_on(match, at, later);
      return 0;
    case WORD_START:
      return !is_word(before) && is_word(c) && go_on(match, at, later);
    case WORD_END:
      return is_word(before) && !is_word(c) && go_on(match, at, later);
    case WORD_EDGE:
      return is_word(before) != is_word(c) && go_on(match, at, later);
    case NO_WORD_EDGE:
      return is_word(before) == is_word(c) && go_on(match, at, later);
    case GROUP: {
      struct later close = {CLOSE, node, later, 0, at};
      return run(match, node->first, at, &close);
    }
    case BACK: {
      regmatch_t group = match->groups[node->number];
      if (group.rm_so < 0) return 0;
      size_t length = (size_t)(group.rm_eo - group.rm_so);
      const char *text = match->text + group.rm_so;
      for (size_t i = 0; i < length; i++)
        if (!at[i] || (at[i] != text[i] && !(match->flags & REG_ICASE && tolower((unsigned char)at[i]) == tolower((unsigned char)text[i]))))
          return 0;
      return go_on(match, at + length, later);
    }
    case REPEAT: {
      struct later repeat = {AGAIN, node, later, 0, 0};
      return go_on(match, at, &repeat);
    }
    case SEQUENCE: {
      if (!node->first) return go_on(match, at, later);
      struct later rest = {REST, node->first->next, later, 0, 0};
      return run(match, node->first, at, node->first->next ? &rest : later);
    }
    case CHOICE:
      for (const struct node *each = node->first; each; each = each->next)
        if (run(match, each, at, later)) return 1;
      return 0;
  }
  return 0;
}

WEAK int regexec(const regex_t *restrict expression, const char *restrict text, size_t count,
                 regmatch_t *restrict groups, int how) {
  const struct pattern *pattern = expression->__opaque;
  struct match match = {.start = text, .text = text, .flags = pattern->flags, .how = how};
  for (const char *at = text;; at++) {
    for (int i = 0; i < MOST_GROUPS; i++) match.groups[i] = (regmatch_t){-1, -1};
    match.best = 0;
    run(&match, pattern->root, at, 0);
    if (match.best) {
      if (pattern->flags & REG_NOSUB) return 0;
      match.best_groups[0] = (regmatch_t){at - text, match.best - text};
      for (size_t i = 0; i < count; i++)
        groups[i] = i <= expression->re_nsub && i < MOST_GROUPS ? match.best_groups[i] : (regmatch_t){-1, -1};
      return 0;
    }
    if (!*at) return REG_NOMATCH;
  }
}
