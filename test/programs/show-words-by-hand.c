// nearmiss: explore --stdin 0..24 --max-runs 400
// expect: finding division-by-zero @rate
// Words of a table compared letter by letter, twice on one line: a word begun is finished before anything else.

#include <stdio.h>
#include <stdlib.h>

static int starts(const char *text, const char *word) {
  int n = 0;
  while (word[n]) {
    if (text[n] != word[n]) return 0;
    n++;
  }
  return n;
}

static int which(const char **text, const char *const *words, int count) {
  for (int i = 0; i < count; i++) {
    int n = starts(*text, words[i]);
    if (n == 0) continue;
    *text += n;
    return i;
  }
  return -1;
}

int main(void) {
  static const char *const sections[] = {"cache", "listen", "pool"};
  static const char *const keys[] = {"name", "most", "size"};
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 0;
  const char *p = line;
  int section = which(&p, sections, 3);
  if (section < 0 || *p++ != '.') return 0;
  int key = which(&p, keys, 3);
  if (key < 0 || *p++ != '=') return 0;
  int value = atoi(p);
  if (section == 2 && key == 2 && value >= 0) printf("%d\n", 100 / value); /* BUG:rate */
  return 0;
}
