// nearmiss: explore --entry wrong --checkers member-overflow
// expect: finding member-overflow @wrong
// nearmiss: explore --entry safe --checkers member-overflow
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers member-overflow
// expect: finding member-overflow @almost
#include <string.h>

struct record {
  char name[8];
  int id;
};

int wrong(unsigned char n) {
  struct record r = {"", 1};
  char from[12] = "";
  memcpy(r.name, from, n == 7 ? sizeof from : sizeof r.name); /* BUG:wrong */
  return r.id;
}

int safe(unsigned char n) {
  struct record r = {"", 1};
  memset(&r, n, sizeof r);
  memset(r.name + 1, n, n == 255 ? 7 : 6);
  return r.id;
}

int almost(unsigned char n) {
  struct record r = {"", 1};
  memset(&r, n, sizeof r);
  memset(r.name + 1, n, n == 255 ? 8 : 6); /* BUG:almost */
  return r.id;
}
