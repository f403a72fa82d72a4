/* A lending desk that takes commands by the line and remembers what was done. Three bugs are planted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHELVES 4
#define MEMBERS 3

struct book {
  char title[6];
  int copies;
  int lent;
  struct book *next;
};

struct member {
  int used;
  int blocked;
  int fines;
  struct book *holds;
};

static struct book *shelves[SHELVES];
static struct member members[MEMBERS];
static int day;

static unsigned shelf_of(const char *title) {
  unsigned h = 0;
  while (*title) h += (unsigned char)*title++;
  return h % SHELVES;
}

static struct book *find_book(const char *title) {
  for (struct book *b = shelves[shelf_of(title)]; b; b = b->next) {
    if (!strcmp(b->title, title)) return b;
  }
  return NULL;
}

static int add_book(const char *title, int copies) {
  struct book *b = find_book(title);
  if (b) {
    b->copies += copies;
    return 0;
  }
  if (strlen(title) > sizeof b->title) return -1;
  b = calloc(1, sizeof *b);
  if (!b) return -1;
  memcpy(b->title, title, strlen(title));
  b->copies = copies;
  b->next = shelves[shelf_of(title)];
  shelves[shelf_of(title)] = b;
  return 0;
}

static void remove_book(const char *title) {
  struct book **at = &shelves[shelf_of(title)];
  while (*at && strcmp((*at)->title, title)) at = &(*at)->next;
  if (!*at) return;
  struct book *gone = *at;
  *at = gone->next;
  free(gone);
}

static struct member *member_of(const char *word) {
  if (word[0] < '0' || word[0] > '9' || word[1]) return NULL;
  int n = word[0] - '0';
  if (n > MEMBERS) return NULL;
  return &members[n];
}

static int lend(struct member *m, const char *title) {
  struct book *b = find_book(title);
  if (!b || m->blocked || m->holds) return -1;
  if (b->lent == b->copies) return -1;
  b->lent++;
  m->holds = b;
  return 0;
}

static int give_back(struct member *m) {
  if (!m->holds) return -1;
  m->holds->lent--; /* bug: removed-while-lent */
  m->holds = NULL;
  return 0;
}

static void next_day(void) {
  day++;
  for (int i = 0; i < MEMBERS; i++) {
    if (!members[i].holds) continue;
    if (++members[i].fines > 2) members[i].blocked = 1;
  }
}

static int pay(struct member *m, int amount) {
  if (amount <= 0) return -1;
  m->fines -= amount;
  if (m->fines <= 0) m->blocked = 0;
  return 0;
}

/* Splits a line into words in place. */
static int split(char *line, char **words, int most) {
  int n = 0;
  char *p = line;
  while (n < most) {
    while (*p == ' ') p++;
    if (!*p) break;
    words[n++] = p;
    while (*p && *p != ' ') p++;
    if (*p) *p++ = '\0';
  }
  return n;
}

static int obey(char *line) {
  char *words[4];
  int n = split(line, words, 4);
  if (n == 0) return 0;
  if (!strcmp(words[0], "add") && n >= 2) return add_book(words[1], n > 2 ? atoi(words[2]) : 1);
  if (!strcmp(words[0], "drop") && n == 2) {
    remove_book(words[1]);
    return 0;
  }
  if (!strcmp(words[0], "join") && n == 2) {
    struct member *m = member_of(words[1]);
    if (!m) return -1;
    m->used = 1; /* bug: one-member-too-many */
    return 0;
  }
  if (!strcmp(words[0], "day")) {
    next_day();
    return 0;
  }
  if (n >= 2) {
    struct member *m = member_of(words[1]);
    if (!m || m == members + MEMBERS || !m->used) return -1;
    if (!strcmp(words[0], "lend") && n == 3) return lend(m, words[2]);
    if (!strcmp(words[0], "back")) return give_back(m);
    if (!strcmp(words[0], "pay") && n == 3) {
      if (pay(m, atoi(words[2])) < 0) return -1;
      if (m->fines < 0 && day == 0) abort(); /* bug: paid-too-much */
      return 0;
    }
  }
  return -1;
}

int main(void) {
  char line[32];
  int refused = 0;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (!strcmp(line, "quit")) break;
    if (obey(line) < 0) {
      refused++;
      puts("no");
    } else puts("ok");
  }
  return refused > 0;
}
