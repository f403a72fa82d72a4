// nearmiss: explore
// expect: complete true
// expect: finding division-by-zero @mean
// expect: input stdin="mean"
// expect: exit 1
// nearmiss: explore -DSAFE
// expect: complete true
// expect: no findings
// expect: verified division-by-zero
// Commands read with fgets and told apart with strcmp; explored with nothing but the program's name.

#include <stdio.h>
#include <string.h>

static int total, count;

static int run(const char *command) {
  if (strcmp(command, "add") == 0) {
    total += 3;
    count++;
  } else if (strcmp(command, "mean") == 0) {
#ifdef SAFE
    if (count == 0)
      return 1;
#endif
    return total / count; /* BUG:mean */
  } else
    return 2;
  return 0;
}

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin))
    return 3;
  line[strcspn(line, "\n")] = 0;
  return run(line);
}
