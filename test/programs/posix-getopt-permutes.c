// Options may stand behind other words, as glibc lets them; behind -- they are words.
// nearmiss: explore --arg 1 --arg 2
// expect: complete true
// expect: finding abort @late
// nearmiss: explore --arg 2 --arg 2 -DSTOPS
// expect: complete true
// expect: no findings
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int c, has_b = 0;
#ifdef STOPS
  if (argv[1][0] != '-' || argv[1][1] != '-')
    return 0;
#endif
  opterr = 0;
  while ((c = getopt(argc, argv, "b")) != -1)
    has_b |= c == 'b';
  if (has_b && argv[1][0] == '-' && argv[optind] && argv[optind][0] == 'q')
    abort(); /* BUG:late */
  return 0;
}
