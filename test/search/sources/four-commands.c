/* Commands by the line, and a bug that takes four of them in a row. */
#include <stdio.h>
#include <string.h>

static int is_open, stock, asked, done;

static void obey(const char *line) {
  if (!strcmp(line, "open")) {
    is_open = 1;
    return;
  }
  if (!is_open) return;
  if (!strcmp(line, "fill")) {
    stock = 2;
    return;
  }
  if (!strcmp(line, "ask")) {
    if (stock == 0) return;
    asked++;
    return;
  }
  if (!strcmp(line, "done")) {
    if (asked == 0) return;
    done = 1;
  }
}

int main(void) {
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    obey(line);
  }
  if (done) printf("%d each\n", stock / (asked - 1));
  return 0;
}
