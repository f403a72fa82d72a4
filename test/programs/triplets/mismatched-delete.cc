// nearmiss: explore --entry wrong
// expect: finding mismatched-delete @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding mismatched-delete @almost

#include <stdlib.h>

extern "C" void wrong(int n) {
  int *numbers = new int[4];
  if (n == 7) delete numbers; /* BUG:wrong */
  else delete[] numbers;
}

extern "C" void safe(unsigned char n) {
  int *number = n > 7 ? static_cast<int *>(malloc(4)) : new int;
  if (n > 7) free(number);
  else delete number;
}

extern "C" void almost(unsigned char n) {
  int *number = n > 7 ? static_cast<int *>(malloc(4)) : new int;
  if (n > 8) free(number);
  else delete number; /* BUG:almost */
}
