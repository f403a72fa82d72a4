// /tmp is an empty folder, and what is written to /dev/null is gone.
// nearmiss: explore --stdin 0..2
// expect: complete true
// expect: paths 5
// expect: finding abort @bug
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void want(int condition) {
  if (!condition) exit(9);
}

int main(void) {
  char text[4];
  int none = open("/dev/null", O_RDWR);
  want(none >= 0 && write(none, "abc", 3) == 3 && read(none, text, 3) == 0);
  FILE *file = fopen("/tmp/nearmiss-test", "w+");
  want(file && fputc(getchar(), file) != EOF);
  rewind(file);
  int first = fgetc(file);
  fclose(file);
  unlink("/tmp/nearmiss-test");
  if (first == 'x' && getchar() == 'y') abort(); // BUG:bug
  return 0;
}
