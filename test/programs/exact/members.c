// nearmiss: explore --entry address
// expect: complete true
// expect: finding array-overflow @address
// nearmiss: explore --entry address_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry through
// expect: complete true
// expect: finding array-overflow @through
// nearmiss: explore --entry through_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry copied --len s=6
// expect: complete true
// expect: finding string-overflow @copied
// nearmiss: explore --entry copied_right --len s=3
// expect: complete true
// expect: verified string-overflow
// nearmiss: explore --entry appended
// expect: complete true
// expect: finding string-overflow @appended
// nearmiss: explore --entry printed
// expect: complete true
// expect: finding string-overflow @printed
// nearmiss: explore --entry printed_right
// expect: complete true
// expect: verified string-overflow
// nearmiss: explore --entry unended
// expect: complete true
// expect: finding unterminated-string @unended
// nearmiss: explore --entry unended_right
// expect: complete true
// expect: verified unterminated-string
// nearmiss: explore --entry element
// expect: complete true
// expect: finding array-overflow @element
// nearmiss: explore --entry element_right
// expect: complete true
// expect: verified array-overflow
// What leaves an array inside a structure and stays in the structure.
#include <stdio.h>
#include <string.h>

struct request {
  int kind;
  int params[4];
  char name[4];
  char rest[12];
};

int address(unsigned char n) {
  struct request r = {0};
  int *at = &r.params[n > 4 ? 0 : n];
  *at = 1; /* BUG:address */
  return r.name[0];
}

int address_right(unsigned char n) {
  struct request r = {0};
  int *at = &r.params[n > 3 ? 0 : n];
  *at = 1;
  return r.name[0];
}

int through(unsigned char n) {
  struct request r = {0};
  char *name = r.name;
  return n < 10 ? name[n] : 0; /* BUG:through */
}

int through_right(unsigned char n) {
  struct request r = {0};
  char *name = r.name;
  return n < 4 ? name[n] : 0;
}

int copied(char *s) {
  struct request r = {0};
  strcpy(r.name, s); /* BUG:copied */
  return r.rest[0];
}

int copied_right(char *s) {
  struct request r = {0};
  strcpy(r.name, s);
  return r.rest[0];
}

int appended(unsigned char n) {
  struct request r = {0};
  strcpy(r.name, "ab");
  strcat(r.name, n == 9 ? "cd" : "c"); /* BUG:appended */
  return r.rest[0];
}

int printed(unsigned char n) {
  struct request r = {0};
  sprintf(r.name, "%d", n == 200 ? 1000 : n); /* BUG:printed */
  return r.rest[0];
}

int printed_right(unsigned char n) {
  struct request r = {0};
  sprintf(r.name, "%d", n == 200 ? 100 : n);
  return r.rest[0];
}

int unended(unsigned char n) {
  struct request r = {0};
  memset(r.name, 'x', n < 200 ? 3 : 4);
  return strlen(r.name); /* BUG:unended */
}

int unended_right(unsigned char n) {
  struct request r = {0};
  memset(r.name, 'x', n < 200 ? 3 : 2);
  return strlen(r.name);
}

struct pair {
  int key;
  char b[8];
};

int element(unsigned char n) {
  struct pair t[2] = {{0}};
  char *b = t[0].b;
  b[n < 12 ? n : 0] = 1; /* BUG:element */
  return t[1].key;
}

int element_right(unsigned char n) {
  struct pair t[2] = {{0}};
  char *b = t[0].b;
  b[n < 8 ? n : 0] = 1;
  return t[1].key;
}
