// nearmiss: explore --entry words --len s=4
// expect: complete true
// expect: finding abort @words
// strtok keeps its place in a static of libc's between calls, and writes into the string.

#include <stdlib.h>
#include <string.h>

int words(char *s) {
  int count = 0;
  for (char *word = strtok(s, " "); word; word = strtok(NULL, " ")) {
    count++;
    if (count == 2 && word[0] == 'K')
      abort(); /* BUG:words */
  }
  return count;
}
