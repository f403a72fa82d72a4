/*
 * A ledger of single letters and what they owe: `a3b2a1` on standard input. Six allocations; two of them are taken for
 * granted, the others are checked and what was made before them is given back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 3, BUCKETS = 4 };

struct entry {
  char *name;
  int amount;
  struct entry *next;
};

struct ledger {
  struct entry **buckets;
  size_t count;
};

static void ledger_free(struct ledger *ledger) {
  if (!ledger)
    return;
  for (int i = 0; ledger->buckets && i < BUCKETS; i++) {
    struct entry *entry = ledger->buckets[i];
    while (entry) {
      struct entry *next = entry->next;
      free(entry->name);
      free(entry);
      entry = next;
    }
  }
  free(ledger->buckets);
  free(ledger);
}

/* The first and the second: both checked. */
static struct ledger *ledger_new(void) {
  struct ledger *ledger = malloc(sizeof *ledger);
  if (!ledger)
    return NULL;
  ledger->count = 0;
  ledger->buckets = calloc(BUCKETS, sizeof *ledger->buckets);
  if (!ledger->buckets) {
    free(ledger);
    return NULL;
  }
  return ledger;
}

static struct entry **bucket_of(struct ledger *ledger, const char *name) {
  unsigned hash = 0;
  for (const char *c = name; *c; c++)
    hash = hash * 31u + (unsigned char)*c;
  return &ledger->buckets[hash % BUCKETS];
}

static struct entry *ledger_find(struct ledger *ledger, const char *name) {
  struct entry *entry = *bucket_of(ledger, name);
  while (entry && strcmp(entry->name, name) != 0)
    entry = entry->next;
  return entry;
}

/* The third, checked, and the fourth, a copy of the name that nobody looks at: it is compared later. */
static int ledger_add(struct ledger *ledger, const char *name, int amount) {
  struct entry *entry = ledger_find(ledger, name);
  if (entry) {
    entry->amount += amount;
    return 0;
  }
  if (ledger->count == MOST_ENTRIES)
    return -1;
  entry = malloc(sizeof *entry);
  if (!entry)
    return -1;
  entry->name = strdup(name);
  entry->name[0] |= 0x20; /* BUG:name */
  entry->amount = amount;
  struct entry **bucket = bucket_of(ledger, name);
  entry->next = *bucket;
  *bucket = entry;
  ledger->count++;
  return 0;
}

static int compare_entries(const void *left, const void *right) {
  const struct entry *const *a = left;
  const struct entry *const *b = right;
  if ((*a)->amount != (*b)->amount)
    return (*a)->amount < (*b)->amount ? 1 : -1;
  return strcmp((*a)->name, (*b)->name);
}

/* The fifth, checked. */
static struct entry **ledger_sorted(struct ledger *ledger) {
  struct entry **sorted = malloc((ledger->count + 1) * sizeof *sorted);
  size_t at = 0;
  if (!sorted)
    return NULL;
  for (int i = 0; i < BUCKETS; i++)
    for (struct entry *entry = ledger->buckets[i]; entry; entry = entry->next)
      sorted[at++] = entry;
  sorted[at] = NULL;
  qsort(sorted, at, sizeof *sorted, compare_entries);
  return sorted;
}

static size_t line_length(const struct entry *entry) {
  size_t digits = 1;
  for (int rest = entry->amount; rest >= 10; rest /= 10)
    digits++;
  return strlen(entry->name) + 1 + digits + 1;
}

static char *put_text(char *to, const char *text) {
  while (*text)
    *to++ = *text++;
  return to;
}

static char *put_number(char *to, int number) {
  char digits[12];
  int count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count > 0)
    *to++ = digits[--count];
  return to;
}

/* The sixth: written to at once. */
static char *report_of(struct entry **sorted) {
  size_t size = 1;
  for (struct entry **each = sorted; *each; each++)
    size += line_length(*each);
  char *text = malloc(size);
  char *end = text;
  *end = 0; /* BUG:report */
  for (struct entry **each = sorted; *each; each++) {
    end = put_text(end, (*each)->name);
    *end++ = ' ';
    end = put_number(end, (*each)->amount);
    *end++ = '\n';
    *end = 0;
  }
  return text;
}

/* One entry of the input: a letter and a digit. 1 for an entry, 0 at the end, -1 for anything else. */
static int read_entry(FILE *in, char name[2], int *amount) {
  int letter = getc(in);
  if (letter == EOF)
    return 0;
  if (letter < 'a' || letter > 'c')
    return -1;
  int digit = getc(in);
  if (digit < '0' || digit > '9')
    return -1;
  name[0] = (char)letter;
  name[1] = 0;
  *amount = digit - '0';
  return 1;
}

static int read_ledger(struct ledger *ledger, FILE *in) {
  char name[2];
  int amount = 0;
  int more;
  while ((more = read_entry(in, name, &amount)) > 0)
    if (ledger_add(ledger, name, amount) < 0)
      return -1;
  return more;
}

static int print_report(struct ledger *ledger) {
  struct entry **sorted = ledger_sorted(ledger);
  if (!sorted) {
    fputs("no memory for the order\n", stderr);
    return 1;
  }
  char *text = report_of(sorted);
  fputs(text, stdout);
  free(text);
  free(sorted);
  return 0;
}

int main(void) {
  struct ledger *ledger = ledger_new();
  int status = 1;
  if (!ledger) {
    fputs("no memory for a ledger\n", stderr);
    return 1;
  }
  if (read_ledger(ledger, stdin) < 0)
    fputs("that is no ledger\n", stderr);
  else
    status = print_report(ledger);
  ledger_free(ledger);
  return status;
}
