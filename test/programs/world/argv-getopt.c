// As getopt reads them.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --arg 8
// nearmiss: explore --arg 3
// expect: finding abort @bug
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int c;
  while ((c = getopt(argc, argv, "ab:")) != -1)
    if (c == 'b' && optarg[0] == '!')
      abort(); /* BUG:bug */
  return 0;
}
