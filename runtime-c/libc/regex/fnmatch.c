/* Patterns of file names. */
#include <fnmatch.h>
#include <string.h>
#include "host.h"

static int lower(int c) { return (unsigned)c - 'A' < 26 ? c | 32 : c; }

static int in_class(const char *name, size_t length, int c) {
  int alpha = ((unsigned)c | 32) - 'a' < 26, digit = (unsigned)c - '0' < 10, graph = (unsigned)c - 33 < 94;
#define CLASS(word, condition) \
  if (length == sizeof word - 1 && memcmp(name, word, length) == 0) return condition;
  CLASS("alpha", alpha)
  CLASS("digit", digit)
  CLASS("alnum", alpha || digit)
  CLASS("upper", (unsigned)c - 'A' < 26)
  CLASS("lower", (unsigned)c - 'a' < 26)
  CLASS("space", c == ' ' || (unsigned)c - '\t' < 5)
  CLASS("blank", c == ' ' || c == '\t')
  CLASS("punct", graph && !alpha && !digit)
  CLASS("print", graph || c == ' ')
  CLASS("graph", graph)
  CLASS("cntrl", (unsigned)c < 32 || c == 127)
  CLASS("xdigit", digit || ((unsigned)c | 32) - 'a' < 6)
  return 0;
}

/* Behind the bracket's end; NULL where it has none, and is a character like others. */
static const char *bracket(const char *pattern, int c, int flags, int *matches) {
  const char *at = pattern + 1;
  int inverted = *at == '!' || *at == '^', found = 0, folded = flags & FNM_CASEFOLD ? lower(c) : c;
  if (inverted) at++;
  for (int first = 1; first || *at != ']'; first = 0) {
    if (!*at) return 0;
    if (at[0] == '[' && at[1] == ':') {
      const char *name = at + 2, *end = strstr(name, ":]");
      if (!end) return 0;
      if (in_class(name, (size_t)(end - name), c)) found = 1;
      if (flags & FNM_CASEFOLD && in_class(name, (size_t)(end - name), folded)) found = 1;
      at = end + 2;
      continue;
    }
    if (*at == '\\' && !(flags & FNM_NOESCAPE) && at[1]) at++;
    int low = (unsigned char)*at++, high = low;
    if (at[0] == '-' && at[1] && at[1] != ']') {
      at++;
      if (*at == '\\' && !(flags & FNM_NOESCAPE) && at[1]) at++;
      high = (unsigned char)*at++;
    }
    if (low <= c && c <= high) found = 1;
    if (flags & FNM_CASEFOLD && lower(low) <= folded && folded <= lower(high)) found = 1;
  }
  *matches = found != inverted;
  return at + 1;
}

static int match(const char *pattern, const char *text, const char *start, int flags) {
  for (; *pattern; text++) {
    int c = (unsigned char)*text;
    int leads = flags & FNM_PERIOD && c == '.' && (text == start || (flags & FNM_PATHNAME && text[-1] == '/'));
    int is_slash = flags & FNM_PATHNAME && c == '/';
    if (*pattern == '*') {
      while (*pattern == '*') pattern++;
      if (leads) return FNM_NOMATCH;
      if (!*pattern) {
        if (!(flags & FNM_PATHNAME)) return 0;
        const char *slash = strchr(text, '/');
        return !slash || flags & FNM_LEADING_DIR ? 0 : FNM_NOMATCH;
      }
      for (;; text++) {
        if (match(pattern, text, start, flags) == 0) return 0;
        if (!*text || (flags & FNM_PATHNAME && *text == '/')) return FNM_NOMATCH;
        /* A period that must be matched outright can't be passed over either. */
        if (flags & FNM_PERIOD && flags & FNM_PATHNAME && *text == '/') return FNM_NOMATCH;
      }
    }
    if (!c) return FNM_NOMATCH;
    if (*pattern == '?') {
      if (is_slash || leads) return FNM_NOMATCH;
      pattern++;
      continue;
    }
    if (*pattern == '[') {
      int matches;
      const char *behind = bracket(pattern, c, flags, &matches);
      if (behind) {
        if (is_slash || leads || !matches) return FNM_NOMATCH;
        pattern = behind;
        continue;
      }
    } else if (*pattern == '\\' && !(flags & FNM_NOESCAPE)) {
      pattern++;
      if (!*pattern) return FNM_NOMATCH;
    }
    int p = (unsigned char)*pattern++;
    if (p != c && !(flags & FNM_CASEFOLD && lower(p) == lower(c))) return FNM_NOMATCH;
  }
  if (!*text || (flags & FNM_LEADING_DIR && *text == '/')) return 0;
  return FNM_NOMATCH;
}

WEAK int fnmatch(const char *pattern, const char *text, int flags) { return match(pattern, text, text, flags); }
