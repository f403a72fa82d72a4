// nearmiss: explore --entry planted
// expect: complete true
// expect: finding invalid-value @planted
// expect: input n=2
// expect: brute-force n:0..3,255
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// expect: verified invalid-value
// -fsanitize=bool: one that is neither 0 nor 1.

#include <stdbool.h>
#include <string.h>

struct header {
  bool flag;
};

int planted(unsigned char n) {
  struct header header;
  memcpy(&header, &n, 1);
  return header.flag ? 1 : 2; /* BUG:planted */
}

int repaired(unsigned char n) {
  struct header header = {n & 4};
  bool *flag = &header.flag;
  return *flag ? 1 : 2;
}
