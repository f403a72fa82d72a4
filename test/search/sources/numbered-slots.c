/* Which table a line goes to is chosen by a word that passes the same branches as the others; one has little room. */
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"red", "blue", "green"};
static int red[32], blue[32], green[5];
static int *const tables[] = {red, blue, green};
static int used[3], chosen = -1;

static int slot_of(const char *name) {
  for (int i = 0; i < 3; i++) {
    if (!strcmp(name, names[i])) return i;
  }
  return -1;
}

int main(void) {
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '@') {
      chosen = slot_of(line + 1);
    } else if (chosen >= 0 && line[0] == '+') {
      tables[chosen][used[chosen]++] = line[1];
    }
  }
  return 0;
}
