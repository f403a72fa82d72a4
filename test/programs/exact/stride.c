// nearmiss: explore --entry records
// expect: complete true
// expect: finding array-overflow @records
// nearmiss: explore --entry records_right
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// nearmiss: explore --entry local
// expect: complete true
// expect: finding stack-smash @local
// nearmiss: explore --entry local_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry global
// expect: complete true
// expect: finding array-overflow @global
// nearmiss: explore --entry global_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry before
// expect: complete true
// expect: finding array-underflow @before
// nearmiss: explore --entry before_right
// expect: complete true
// expect: verified array-underflow
// nearmiss: explore --entry constant
// expect: complete true
// expect: finding array-overflow @constant
// nearmiss: explore --entry constant_right
// expect: complete true
// expect: verified array-overflow
// What steps over a redzone lands in another live object, or between two.
#include <stdlib.h>

struct record {
  int id;
  char rest[60];
};

static int pick(struct record *from, int i) {
  return from[i].id; /* BUG:records */
}

int records(unsigned char n) {
  struct record *first = calloc(4, sizeof *first);
  struct record *second = calloc(4, sizeof *second);
  int id = pick(first, n == 9 ? 6 : n & 3);
  free(second);
  free(first);
  return id;
}

int records_right(unsigned char n) {
  struct record *first = calloc(4, sizeof *first);
  struct record *second = calloc(4, sizeof *second);
  int id = pick(first, n == 9 ? 3 : n & 3);
  free(second);
  free(first);
  return id;
}

int local(unsigned char n) {
  int far[64] = {0};
  int near[8] = {0};
  int *at = n == 7 ? near + 31 : far;
  *at = 1; /* BUG:local */
  return far[0] + near[0];
}

int local_right(unsigned char n) {
  int far[64] = {0};
  int near[8] = {0};
  int *at = n == 7 ? near + 7 : far;
  *at = 1;
  return far[0] + near[0];
}

static int small[8], large[1000];

int global(unsigned char n) {
  large[n] = 1;
  return n == 7 ? *(small + 100) : small[1]; /* BUG:global */
}

int global_right(unsigned char n) {
  large[n] = 1;
  return n == 7 ? *(small + 7) : small[1];
}

int before(unsigned char n) {
  char *first = calloc(1, 10000);
  char *second = calloc(1, 10);
  int back = n == 3 ? 5000 : 0;
  int byte = second[-back]; /* BUG:before */
  free(second);
  free(first);
  return byte;
}

int before_right(unsigned char n) {
  char *first = calloc(1, 10000);
  char *second = calloc(1, 10);
  int back = n == 3 ? 5000 : 0;
  int byte = first[5000 - back] + second[0];
  free(second);
  free(first);
  return byte;
}

int constant(unsigned char n) {
  int other[40] = {0};
  int buf[20] = {0};
  int *at = buf;
  if (n == 5)
    at[30] = 0; /* BUG:constant */
  return at[0] + other[n & 31];
}

int constant_right(unsigned char n) {
  int other[40] = {0};
  int buf[20] = {0};
  int *at = buf;
  if (n == 5)
    at[19] = 0;
  return at[0] + other[n & 31];
}
