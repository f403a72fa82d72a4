// nearmiss: explore --entry converted
// expect: complete false
// expect: incomplete concretized-float
// expect: no findings
// nearmiss: explore --entry untouched
// expect: paths 2
// expect: complete true
// expect: no findings
// nearmiss: explore --entry parameter
// expect: complete false
// expect: incomplete concretized-float
// expect: no findings
// nearmiss: explore --entry power
// expect: complete false
// expect: incomplete concretized-float
// expect: no findings
// A symbolic value that becomes a float is made concrete and counted; concrete floats beside symbolic
// integers cost nothing. The library's pow selects between floats by the sign of a symbolic integer.

#include <math.h>

int converted(unsigned char x) {
  double half = x / 2.0;
  if (half == 17.5)
    return 1;
  return 0;
}

int untouched(unsigned char x) {
  double scale = 1.5;
  scale *= 4;
  if (x == (int)scale)
    return 1;
  return 0;
}

int parameter(float x) {
  if (x > 1.5f)
    return 1;
  return 0;
}

int power(unsigned char x) {
  if (pow(x, 1.5) > 8)
    return 1;
  return 0;
}
