// nearmiss: explore --entry wrong
// expect: complete true
// expect: finding unterminated-string @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: complete true
// expect: finding unterminated-string @almost

#include <string.h>

struct text {
  char s[4];
};

int wrong(struct text t) {
  char copy[4];
  memcpy(copy, t.s, 4);
  return strlen(copy) == 3; /* BUG:wrong */
}

int safe(struct text t) {
  char copy[4];
  memcpy(copy, t.s, 4);
  return strncmp(copy, "aaaaa", 4);
}

int almost(struct text t) {
  char copy[4];
  memcpy(copy, t.s, 4);
  return strncmp(copy, "aaaaa", 5); /* BUG:almost */
}
