/* A configuration file with sections, quoted values and numbers with units. Three bugs are planted. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_ROOM 64
#define VALUE_ROOM 12
#define LISTENERS 3

enum section { GLOBAL, POOL, LISTEN, CACHE };

struct settings {
  int workers;
  int requests;
  long cache_bytes;
  int ports[LISTENERS];
  int listeners;
  char name[VALUE_ROOM];
  int verbose;
};

struct cursor {
  const char *at;
  int line;
};

static void complain(const struct cursor *c, const char *what) {
  fprintf(stderr, "line %d: %s\n", c->line, what);
}

static const char *skip_blanks(const char *p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

static int same_word(const char *a, size_t n, const char *word) {
  size_t i;
  for (i = 0; i < n; i++) {
    if (word[i] == '\0' || tolower((unsigned char)a[i]) != word[i]) return 0;
  }
  return word[i] == '\0';
}

static int section_of(const char *name, size_t n) {
  static const struct { const char *name; enum section section; } known[] = {
    {"pool", POOL}, {"listen", LISTEN}, {"cache", CACHE},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (same_word(name, n, known[i].name)) return known[i].section;
  }
  return -1;
}

/* Unquotes into out, which has room bytes. */
static int take_value(const char *p, char *out, size_t room) {
  size_t n = 0;
  if (*p == '"') {
    for (p++; *p && *p != '"'; p++) {
      if (*p == '\\' && p[1]) {
        p++;
        if (n + 1 < room) out[n++] = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
        continue;
      }
      if (n < room) out[n++] = *p;
    }
    if (*p != '"') return -1;
  } else {
    while (*p && *p != '#' && n < room - 1) out[n++] = *p++;
    while (n > 0 && isspace((unsigned char)out[n - 1])) n--;
  }
  out[n] = '\0'; /* bug: long-quoted */
  return (int)n;
}

static int number_of(const char *text, long *out) {
  char *end;
  long n = strtol(text, &end, 10);
  if (end == text) return -1;
  switch (tolower((unsigned char)*end)) {
    case 'k': n *= 1024; end++; break;
    case 'm': n *= 1024 * 1024; end++; break;
    default: break;
  }
  if (*end) return -1;
  *out = n;
  return 0;
}

static int assign(struct settings *s, enum section in, const char *key, size_t n, const char *value) {
  long number;
  switch (in) {
    case GLOBAL:
      if (same_word(key, n, "name")) {
        strcpy(s->name, value);
        return 0;
      }
      if (same_word(key, n, "verbose")) {
        s->verbose = !strcmp(value, "yes") || !strcmp(value, "1");
        return 0;
      }
      return -1;
    case POOL:
      if (number_of(value, &number) < 0 || number < 0) return -1;
      if (same_word(key, n, "size")) s->workers = (int)number;
      else if (same_word(key, n, "load")) s->requests = (int)number;
      else return -1;
      return 0;
    case LISTEN:
      if (!same_word(key, n, "port") || number_of(value, &number) < 0) return -1;
      if (number < 1 || number > 65535) return -1;
      if (s->listeners > LISTENERS) return -1;
      s->ports[s->listeners++] = (int)number; /* bug: fourth-port */
      return 0;
    case CACHE:
      if (!same_word(key, n, "max") || number_of(value, &number) < 0) return -1;
      s->cache_bytes = number;
      return 0;
  }
  return -1;
}

static int take_line(struct settings *s, enum section *in, struct cursor *c) {
  char value[VALUE_ROOM];
  const char *p = skip_blanks(c->at);
  if (*p == '\0' || *p == '#') return 0;
  if (*p == '[') {
    const char *end = strchr(p, ']');
    int found = end ? section_of(p + 1, (size_t)(end - p - 1)) : -1;
    if (found < 0) {
      complain(c, "no such section");
      return -1;
    }
    *in = (enum section)found;
    return 0;
  }
  const char *key = p;
  while (isalnum((unsigned char)*p) || *p == '_') p++;
  size_t n = (size_t)(p - key);
  p = skip_blanks(p);
  if (n == 0 || *p != '=') {
    complain(c, "expected key = value");
    return -1;
  }
  if (take_value(skip_blanks(p + 1), value, sizeof value) < 0 || assign(s, *in, key, n, value) < 0) {
    complain(c, "bad value");
    return -1;
  }
  return 0;
}

int main(void) {
  char line[LINE_ROOM];
  struct settings s = {.workers = 4, .requests = 100, .cache_bytes = 1 << 20};
  enum section in = GLOBAL;
  struct cursor c = {line, 0};
  int wrong = 0;
  while (fgets(line, sizeof line, stdin)) {
    c.line++;
    line[strcspn(line, "\r\n")] = '\0';
    if (take_line(&s, &in, &c) < 0) wrong++;
  }
  if (wrong) return 1;
  printf("%d requests a worker\n", s.requests / s.workers); /* bug: no-workers */
  if (s.cache_bytes) printf("cache of %ld bytes\n", s.cache_bytes);
  for (int i = 0; i < s.listeners; i++) printf("port %d\n", s.ports[i]);
  return 0;
}
