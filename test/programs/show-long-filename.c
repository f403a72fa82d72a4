// nearmiss: explore --arg 0..2000 --max-runs 12
// expect: finding string-overflow @copied
// A file name of symbolic length up to 2,000 and a buffer of 1,024, as in gzip 1.2.4: a handful of runs, not 1,024,
// although strlen has decided the length by the time the name is copied.

#include <stdio.h>
#include <string.h>

static char input_name[1024];

static int look_up(const char *name) {
  strcpy(input_name, name); /* BUG:copied */
  return input_name[0] == '-';
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  size_t length = strlen(argv[1]);
  if (length == 0)
    return 2;
  if (strcmp(argv[1], "-h") == 0) {
    puts("help");
    return 0;
  }
  return look_up(argv[1]);
}
