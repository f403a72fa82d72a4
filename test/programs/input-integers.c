// nearmiss: explore --entry every_width
// expect: paths 9
// expect: complete true
// expect: input a=-100 b=200 c=-30000 d=60000 e=-2000000000 f=4000000000 g=-9000000000000000000 h=18000000000000000000
// nearmiss: explore --entry small_types
// expect: paths 4
// expect: complete true
// expect: no findings
// Eight widths and signs, one test each: 8 ways to stop and one to the end.

#include <stdbool.h>

enum colour { RED, GREEN = 5, BLUE };

int every_width(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f, long long g,
                unsigned long long h) {
  if (a != -100)
    return 1;
  if (b != 200)
    return 2;
  if (c != -30000)
    return 3;
  if (d != 60000)
    return 4;
  if (e != -2000000000)
    return 5;
  if (f != 4000000000u)
    return 6;
  if (g != -9000000000000000000)
    return 7;
  if (h != 18000000000000000000u)
    return 8;
  return 0;
}

int small_types(bool flag, enum colour colour, char letter) {
  if (flag)
    return 1;
  if (colour == BLUE)
    return 2;
  if (letter == 'L')
    return 3;
  return 0;
}
