/* Imports lines like 2024-03-09,food,"12.50" and sums them by month and by category. Three bugs are planted. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 3
#define FIELD_ROOM 16

struct date { int year, month, day; };
struct category { char name[8]; long cents; int count; };

static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
static const int days_in[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static struct category categories[3];
static int category_count;
static long months[12];
static int first_day = -1, last_day = -1;

static int is_leap(int y) {
  return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int digits(const char **p, int most) {
  int n = 0, i = 0;
  while (i < most && isdigit((unsigned char)**p)) {
    n = n * 10 + (**p - '0');
    (*p)++;
    i++;
  }
  return i == 0 ? -1 : n;
}

static int date_of(const char *text, struct date *d) {
  const char *p = text;
  d->year = digits(&p, 4);
  if (d->year < 0 || *p++ != '-') return -1;
  d->month = digits(&p, 2);
  if (d->month < 0 || d->month > 12 || *p++ != '-') return -1;
  d->day = digits(&p, 2);
  if (d->day < 1 || *p) return -1;
  int most = days_in[d->month - 1]; /* bug: month-nought */
  if (d->month == 2 && is_leap(d->year)) most++;
  return d->day <= most ? 0 : -1;
}

static int day_of_year(const struct date *d) {
  int n = days_before[d->month - 1] + d->day;
  if (d->month > 2 && is_leap(d->year)) n++;
  return n;
}

static int cents_of(const char *text, long *cents) {
  int negative = 0;
  const char *p = text;
  if (*p == '-') negative = 1, p++;
  if (!isdigit((unsigned char)*p)) return -1;
  long n = 0;
  while (isdigit((unsigned char)*p)) n = n * 10 + (*p++ - '0');
  n *= 100;
  if (*p == '.') {
    p++;
    int two = digits(&p, 2);
    if (two < 0) return -1;
    n += p[-2] == '.' ? two * 10 : two;
  }
  if (*p) return -1;
  *cents = negative ? -n : n;
  return 0;
}

static struct category *category_of(const char *name) {
  for (int i = 0; i < category_count; i++) {
    if (!strcmp(categories[i].name, name)) return &categories[i];
  }
  if (strlen(name) >= sizeof categories[0].name) return NULL;
  struct category *c = &categories[category_count++];
  strcpy(c->name, name); /* bug: fourth-category */
  return c;
}

static int split(const char *line, char fields[FIELDS][FIELD_ROOM]) {
  int n = 0;
  const char *p = line;
  for (;;) {
    char *out = fields[n];
    size_t used = 0;
    if (*p == '"') {
      for (p++; *p; p++) {
        if (*p == '"' && *++p != '"') break;
        if (used + 1 >= FIELD_ROOM) return -1;
        out[used++] = *p;
      }
      if (*p && *p != ',') return -1;
    } else {
      while (*p && *p != ',') {
        if (used + 1 >= FIELD_ROOM) return -1;
        out[used++] = *p++;
      }
    }
    out[used] = '\0';
    n++;
    if (*p != ',') return n;
    if (n == FIELDS) return -1;
    p++;
  }
}

static int take(const char *line) {
  char fields[FIELDS][FIELD_ROOM];
  struct date d;
  long cents;
  if (split(line, fields) != FIELDS) return -1;
  if (date_of(fields[0], &d) < 0 || cents_of(fields[2], &cents) < 0) return -1;
  struct category *c = category_of(fields[1]);
  if (!c) return -1;
  c->cents += cents;
  c->count++;
  months[d.month - 1] += cents;
  int day = day_of_year(&d);
  if (first_day < 0 || day < first_day) first_day = day;
  if (day > last_day) last_day = day;
  return 0;
}

int main(void) {
  char line[64];
  int number = 0, bad = 0;
  while (fgets(line, sizeof line, stdin)) {
    number++;
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '\0' || line[0] == '#') continue;
    if (take(line) < 0) {
      fprintf(stderr, "line %d not understood\n", number);
      bad++;
    }
  }
  if (category_count == 0) return bad > 0;
  for (int i = 0; i < category_count; i++) {
    printf("%s: %ld, on average %ld\n", categories[i].name, categories[i].cents, categories[i].cents / categories[i].count);
  }
  long total = 0;
  for (int i = 0; i < 12; i++) total += months[i];
  printf("%ld a day\n", total / (last_day - first_day)); /* bug: one-day */
  return bad > 0;
}
