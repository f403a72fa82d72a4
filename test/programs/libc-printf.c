// nearmiss: explore --entry report
// expect: paths >= 4
// expect: complete true
// expect: no findings
// Printing a symbolic number makes libc ask for its digits (1, 2 or 3 of them); what goes out is not our
// business, but it must not end the run or lose the values.

#include <stdio.h>

int report(unsigned char x) {
  printf("value %u\n", x);
  if (x == 77)
    return 1;
  return 0;
}
