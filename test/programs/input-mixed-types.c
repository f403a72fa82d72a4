// Unions as bytes, enums, bool, 64-bit integers and arrays in a struct, all by one pointer.
// nearmiss: explore --entry weigh
// expect: complete true
// expect: finding division-by-zero @bug
#include <stdbool.h>

enum unit { GRAM, POUND = 7 };
struct load {
  enum unit unit;
  bool heavy;
  long long amount;
  union {
    int whole;
    unsigned char parts[4];
  } extra;
  short row[2];
};

int weigh(const struct load *load, enum unit wanted) {
  if (load->unit != POUND || wanted != POUND || !load->heavy) return 0;
  if (load->amount != 0x123456789abLL) return 1;
  if (load->extra.parts[0] != 0xff || load->extra.parts[3] != 1) return 2;
  if (load->heavy != 1) __builtin_trap();
  return load->extra.whole / (load->row[1] - 5); // BUG:bug
}
