// nearmiss: explore --arg 0..4 --file a.in=1 --file b.in=1 --file d/c=0
// expect: complete true
// expect: finding division-by-zero @a
// expect: finding abort @b
// expect: finding assertion @missing
// The name of a file is an argument: the files there are, and one that is missing, are each a path or two, not one for
// every name there could be.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
  struct stat status;
  if (argc < 2) return 4;
  if (stat(argv[1], &status) != 0) {
    assert(argv[1][0] != 'q'); /* BUG:missing */
    return 1;
  }
  if (S_ISDIR(status.st_mode))
    return 2;
  FILE *in = fopen(argv[1], "r");
  if (!in)
    return 3;
  int c = fgetc(in);
  fclose(in);
  if (argv[1][0] == 'a')
    return 100 / (c - 'x'); /* BUG:a */
  if (argv[1][0] == 'b' && c == 'y')
    abort(); /* BUG:b */
  return 0;
}
