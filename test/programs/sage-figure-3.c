// nearmiss: explore --entry Q --len a=8 --nullable --checkers none
// expect: paths 259
// expect: complete true
// nearmiss: explore --entry Q --len a=8 --nullable --checkers null-dereference,array-overflow
// expect: paths 259
// expect: complete true
// expect: finding null-dereference @loop
// expect: finding array-overflow @loop
// After figure 3 of *Active property checking*: a pointer looked at in every turn of a loop is NULL or not once and
// for all. Paths: x NULL | a NULL | the 2^8 ways through the loop, and its ninth turn, which is out of bounds (and
// reads one value): 259 with the two ways of the pointers. test/search/paper-figures.test.ts counts the solver's calls.

#include <stddef.h>

#ifndef K
#define K 8
#endif

int Q(int *x, int a[K]) {
  unsigned first = 0, second = 0;
  if (x == NULL)
    return 0;
  for (int i = 0; i <= K; i++) {
    if (a[i] > 0) /* BUG:loop */
      first = second + *x;
    else
      second = first + *x;
  }
  return first == second;
}
