/*
 * POSIX regular expressions, basic and extended. A pattern becomes a tree; matching tries every way through it, in the
 * order in which greedy repetition would, and keeps the longest: simple, and slow only for patterns that are made so.
 */
#include "tree.h"

enum { MOST_TIMES = 32767 };

struct parser {
  struct pattern *pattern;
  const char *at;
  int groups, depth, error;
  int is_closed[10];
};

static struct node *made(struct parser *parser, enum kind kind) {
  struct pattern *pattern = parser->pattern;
  if (pattern->count == pattern->room) {
    size_t room = pattern->room ? 2 * pattern->room : 16;
    struct node **larger = realloc(pattern->nodes, room * sizeof *larger);
    if (!larger) {
      parser->error = REG_ESPACE;
      return 0;
    }
    pattern->nodes = larger;
    pattern->room = room;
  }
  struct node *node = calloc(1, sizeof *node);
  if (!node) {
    parser->error = REG_ESPACE;
    return 0;
  }
  node->kind = kind;
  return pattern->nodes[pattern->count++] = node;
}

static int is_extended(const struct parser *parser) { return parser->pattern->flags & REG_EXTENDED; }

static void add(const struct parser *parser, struct node *set, int c) {
  set->set[c >> 3] |= (unsigned char)(1 << (c & 7));
  if (parser->pattern->flags & REG_ICASE) {
    int other = isupper(c) ? tolower(c) : toupper(c);
    set->set[other >> 3] |= (unsigned char)(1 << (other & 7));
  }
}

static int in_class(const char *name, size_t length, int c) {
  static const struct {
    const char *name;
    int (*is)(int);
  } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strlen(classes[i].name) == length && memcmp(classes[i].name, name, length) == 0) return classes[i].is(c) != 0;
  return -1;
}

static struct node *bracket(struct parser *parser) {
  struct node *node = made(parser, SET);
  if (!node || !(node->set = calloc(1, 32))) return 0;
  int inverted = *parser->at == '^';
  if (inverted) parser->at++;
  for (int is_first = 1; is_first || *parser->at != ']'; is_first = 0) {
    if (!*parser->at) {
      parser->error = REG_EBRACK;
      return node;
    }
    if (parser->at[0] == '[' && (parser->at[1] == ':' || parser->at[1] == '.' || parser->at[1] == '=')) {
      char kind = parser->at[1];
      const char *name = parser->at + 2, *end = name;
      while (*end && !(end[0] == kind && end[1] == ']')) end++;
      if (!*end) {
        parser->error = REG_EBRACK;
        return node;
      }
      size_t length = (size_t)(end - name);
      if (kind != ':') {
        if (length != 1) {
          parser->error = REG_ECOLLATE;
          return node;
        }
        add(parser, node, (unsigned char)*name);
      } else {
        if (in_class(name, length, 'a') < 0) {
          parser->error = REG_ECTYPE;
          return node;
        }
        for (int c = 0; c < 256; c++)
          if (in_class(name, length, c) > 0) add(parser, node, c);
      }
      parser->at = end + 2;
      continue;
    }
    int low = (unsigned char)*parser->at++, high = low;
    if (parser->at[0] == '-' && parser->at[1] && parser->at[1] != ']') {
      high = (unsigned char)parser->at[1];
      parser->at += 2;
      if (high < low) {
        parser->error = REG_ERANGE;
        return node;
      }
    }
    for (int c = low; c <= high; c++) add(parser, node, c);
  }
  parser->at++;
  if (inverted) {
    for (int i = 0; i < 32; i++) node->set[i] = (unsigned char)~node->set[i];
    if (parser->pattern->flags & REG_NEWLINE) node->set['\n' >> 3] &= (unsigned char)~(1 << ('\n' & 7));
  }
  node->set[0] &= (unsigned char)~1;
  return node;
}

static struct node *choice(struct parser *parser);

static struct node *group(struct parser *parser) {
  struct node *node = made(parser, GROUP);
  int number = ++parser->groups;
  if (!node) return 0;
  node->number = number;
  parser->depth++;
  node->first = choice(parser);
  parser->depth--;
  if (parser->error) return node;
  if (is_extended(parser) ? *parser->at != ')' : !(parser->at[0] == '\\' && parser->at[1] == ')')) {
    parser->error = REG_EPAREN;
    return node;
  }
  parser->at += is_extended(parser) ? 1 : 2;
  if (number < 10) parser->is_closed[number] = 1;
  return node;
}

static struct node *character(struct parser *parser, int c) {
  struct node *node = made(parser, CHARACTER);
  if (node) node->character = (unsigned char)c;
  return node;
}

/* One thing that may be repeated; NULL at an end. */
static struct node *atom(struct parser *parser, int is_first) {
  const char *at = parser->at;
  int extended = is_extended(parser);
  switch (*at) {
    case 0:
      return 0;
    case '.':
      parser->at++;
      return made(parser, ANY);
    case '[':
      parser->at++;
      return bracket(parser);
    case '^':
      if (!extended && !is_first) break;
      parser->at++;
      return made(parser, START);
    case '$':
      if (!extended && at[1] && !(at[1] == '\\' && (at[2] == ')' || at[2] == '|'))) break;
      parser->at++;
      return made(parser, END);
    case '(':
      if (!extended) break;
      parser->at++;
      return group(parser);
    case ')':
      if (extended && parser->depth > 0) return 0;
      break;
    case '|':
      if (extended) return 0;
      break;
    case '*':
    case '+':
    case '?':
    case '{':
      /* With nothing before it: as itself, but for extended ones, to which it is a mistake. */
      if (extended) {
        parser->error = REG_BADRPT;
        return 0;
      }
      break;
    case '\\': {
      char next = at[1];
      if (!next) {
        parser->error = REG_EESCAPE;
        return 0;
      }
      if (!extended) {
        if (next == '(') {
          parser->at += 2;
          return group(parser);
        }
        if (next == ')' ) {
          if (parser->depth == 0) parser->error = REG_EPAREN;
          return 0;
        }
        if (next == '|') return 0;
        if (next == '{') {
          parser->error = REG_BADRPT;
          return 0;
        }
      }
      parser->at += 2;
      if (next >= '1' && next <= '9') {
        struct node *node = made(parser, BACK);
        if (!parser->is_closed[next - '0']) parser->error = REG_ESUBREG;
        if (node) node->number = next - '0';
        return node;
      }
      static const char letters[] = "<>bBwWsS`'";
      static const enum kind kinds[] = {WORD_START, WORD_END, WORD_EDGE, NO_WORD_EDGE};
      const char *letter = strchr(letters, next);
      if (letter && letter - letters < 4) return made(parser, kinds[letter - letters]);
      if (next == '`') return made(parser, START);
      if (next == '\'') return made(parser, END);
      if (letter) {
        struct node *node = made(parser, SET);
        if (!node || !(node->set = calloc(1, 32))) return node;
        for (int c = 1; c < 256; c++) {
          int is = (next | 32) == 'w' ? isalnum(c) || c == '_' : isspace(c);
          if (!is == (next < 'a')) node->set[c >> 3] |= (unsigned char)(1 << (c & 7));
        }
        return node;
      }
      return character(parser, (unsigned char)next);
    }
    default:
      break;
  }
  parser->at++;
  return character(parser, (unsigned char)*at);
}

/* {n}, {n,}, {n,m} behind what opens it. */
static int bounds(struct parser *parser, int *least, int *most) {
  const char *at = parser->at;
  *least = 0;
  int any = 0;
  for (; isdigit((unsigned char)*at); at++, any = 1) *least = *least < 1000 ? *least * 10 + (*at - '0') : *least;
  *most = *least;
  if (*at == ',') {
    at++;
    *most = -1;
    if (isdigit((unsigned char)*at)) {
      *most = 0;
      for (; isdigit((unsigned char)*at); at++) *most = *most < 100000 ? *most * 10 + (*at - '0') : *most;
    }
  } else if (!any) {
    parser->error = REG_BADBR;
    return 0;
  }
  if (!is_extended(parser)) {
    if (*at != '\\') {
      parser->error = *at ? REG_BADBR : REG_EBRACE;
      return 0;
    }
    at++;
  }
  if (*at != '}') {
    parser->error = *at ? REG_BADBR : REG_EBRACE;
    return 0;
  }
  if (*least > MOST_TIMES || *most > MOST_TIMES || (*most >= 0 && *most < *least)) {
    parser->error = REG_BADBR;
    return 0;
  }
  parser->at = at + 1;
  return 1;
}

static struct node *sequence(struct parser *parser) {
  struct node *all = made(parser, SEQUENCE), **end = all ? &all->first : 0;
  for (int is_first = 1; all && !parser->error;) {
    const char *before = parser->at;
    struct node *one = atom(parser, is_first);
    if (!one || parser->error) break;
    is_first = 0;
    int extended = is_extended(parser), is_anchor = one->kind == START;
    for (;;) {
      int least, most;
      char c = *parser->at;
      int is_bound = extended ? c == '{' : c == '\\' && parser->at[1] == '{';
      if (!extended && is_anchor && c == '*') break;
      if (c == '*') {
        /* As glibc has it: a mistake in a basic one. */
        if (!extended && one->kind == REPEAT) {
          parser->error = REG_BADRPT;
          return all;
        }
        least = 0, most = -1;
        parser->at++;
      } else if (extended && (c == '+' || c == '?')) {
        least = c == '+', most = c == '+' ? -1 : 1;
        parser->at++;
      } else if (!extended && c == '\\' && (parser->at[1] == '+' || parser->at[1] == '?')) {
        least = parser->at[1] == '+', most = parser->at[1] == '+' ? -1 : 1;
        parser->at += 2;
      } else if (is_bound) {
        parser->at += extended ? 1 : 2;
        if (!bounds(parser, &least, &most)) return all;
      } else {
        break;
      }
      struct node *repeat = made(parser, REPEAT);
      if (!repeat) return all;
      repeat->least = least;
      repeat->most = most;
      repeat->first = one;
      one = repeat;
    }
    if (!extended && is_anchor && parser->at == before + 1) is_first = 1;
    *end = one;
    end = &one->next;
  }
  return all;
}

static struct node *choice(struct parser *parser) {
  struct node *all = made(parser, CHOICE), **end = all ? &all->first : 0;
  while (all && !parser->error) {
    struct node *one = sequence(parser);
    if (!one) break;
    *end = one;
    end = &one->next;
    if (is_extended(parser) && *parser->at == '|') parser->at++;
    else if (!is_extended(parser) && parser->at[0] == '\\' && parser->at[1] == '|') parser->at += 2;
    else break;
  }
  return all;
}

WEAK void regfree(regex_t *expression) {
  struct pattern *pattern = expression->__opaque;
  if (!pattern) return;
  for (size_t i = 0; i < pattern->count; i++) {
    free(pattern->nodes[i]->set);
    free(pattern->nodes[i]);
  }
  free(pattern->nodes);
  free(pattern);
  expression->__opaque = 0;
}

WEAK int regcomp(regex_t *restrict expression, const char *restrict text, int flags) {
  struct pattern *pattern = calloc(1, sizeof *pattern);
  expression->__opaque = pattern;
  if (!pattern) return REG_ESPACE;
  pattern->flags = flags;
  struct parser parser = {.pattern = pattern, .at = text};
  pattern->root = choice(&parser);
  if (!parser.error && *parser.at) parser.error = REG_EPAREN;
  if (parser.error) {
    regfree(expression);
    return parser.error;
  }
  expression->re_nsub = (size_t)parser.groups;
  return 0;
}

WEAK size_t regerror(int error, const regex_t *restrict expression, char *restrict to, size_t room) {
  static const char *const messages[] = {
      [REG_OK] = "Success", [REG_NOMATCH] = "No match", [REG_BADPAT] = "Invalid regular expression",
      [REG_ECOLLATE] = "Invalid collation character", [REG_ECTYPE] = "Invalid character class name",
      [REG_EESCAPE] = "Trailing backslash", [REG_ESUBREG] = "Invalid back reference",
      [REG_EBRACK] = "Unmatched [, [^, [:, [., or [=", [REG_EPAREN] = "Unmatched ( or \\(", [REG_EBRACE] = "Unmatched \\{",
      [REG_BADBR] = "Invalid content of \\{\\}", [REG_ERANGE] = "Invalid range end", [REG_ESPACE] = "Memory exhausted",
      [REG_BADRPT] = "Invalid preceding regular expression"};
  const char *message = error >= 0 && error <= REG_BADRPT && messages[error] ? messages[error] : "Unknown error";
  size_t size = strlen(message) + 1;
  if (room > 0) {
    size_t copied = size < room ? size : room;
    memcpy(to, message, copied);
    to[copied - 1] = 0;
  }
  return size;
}
