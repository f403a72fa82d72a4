// Which list a name goes into is a number of two bytes with more values than are asked for at once: the others are asked
// for later, and none is forgotten.
// nearmiss: explore --entry intern
// expect: complete true
// expect: finding abort @thirteenth
// expect: brute-force a:0..255 b:0..7
#include <stdlib.h>
struct list { int length; };
static struct list *heads[37];
int intern(unsigned char a, unsigned char b) {
  if (b > 3) return 0;
  for (int i = 0; i < 37; i++) heads[i] = calloc(1, sizeof *heads[i]);
  heads[(a * 31u + b) % 37]->length++;
  int thirteenth = heads[13]->length, last = heads[36]->length;
  for (int i = 0; i < 37; i++) free(heads[i]);
  if (thirteenth) abort(); // BUG:thirteenth
  return last ? 2 : 1;
}
