// nearmiss: explore --entry planted --checkers misaligned
// expect: complete true
// expect: finding misaligned @planted
// expect: input n=1
// nearmiss: explore --entry repaired --checkers misaligned
// expect: complete true
// expect: no findings
// nearmiss: explore --entry planted
// expect: complete true
// expect: no findings
// -fsanitize=alignment. Off by default; packed members and memcpy may lie anywhere.

#include <string.h>

static _Alignas(8) char bytes[16];

struct __attribute__((packed)) packed {
  char tag;
  int value;
};

int planted(unsigned char n) {
  int *p = (int *)(bytes + (n & 7));
  return *p; /* BUG:planted */
}

int repaired(unsigned char n) {
  int value = 0;
  if (n < 8)
    memcpy(&value, bytes + n, sizeof value);
  return value + ((struct packed *)bytes)->value ;
}
