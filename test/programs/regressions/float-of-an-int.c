// An int that becomes a float stays free until a float decides something.
// nearmiss: explore --entry computed
// expect: finding abort @computed
// expect: complete true
// nearmiss: explore --entry compared
// expect: finding abort @other
// expect: incomplete concretized-float
#include <stdlib.h>

float doubled(float x) { return x * 2.0f; }

int computed(int a) {
  float x = a;
  x = doubled(x) + 1.0f;
  if (a == 12345)
    abort(); /* BUG:computed */
  return 0;
}

int compared(int a, int b) {
  double x = a;
  if (b == 7)
    return x > 3.0;
  if (a == 99999)
    abort(); /* BUG:other */
  return 0;
}
