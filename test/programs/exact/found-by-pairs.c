// nearmiss: explore --entry chosen
// expect: finding array-overflow @chosen
// nearmiss: explore --entry chosen_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry inner
// expect: finding array-overflow @inner
// nearmiss: explore --entry inner_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry literal
// expect: finding use-after-free @literal
// nearmiss: explore --entry literal_again
// expect: finding use-after-free @literal_again
// nearmiss: explore --entry literal_right
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry first
// expect: finding array-overflow @first
// nearmiss: explore --entry first_of_two
// expect: finding array-overflow @first_of_two
// nearmiss: explore --entry first_given
// expect: finding array-overflow @given
// nearmiss: explore --entry first_copied
// expect: finding string-overflow @first_copied
// nearmiss: explore --entry first_right
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry first_bytes
// expect: no findings
// expect: incomplete approximate-memory
// What was called verified when it was planted in random programs (scripts/memory-pairs.ts).
#include <string.h>

struct row {
  int head;
  short list[4];
  int foot;
};

/* Which structure it is depends on the input, as does which element. */
int chosen(unsigned char a, unsigned char b) {
  struct row rows[2];
  memset(rows, 0, sizeof rows);
  short *list = rows[a & 1].list;
  return list[b & 7]; /* BUG:chosen */
}

int chosen_right(unsigned char a, unsigned char b) {
  struct row rows[2];
  memset(rows, 0, sizeof rows);
  short *list = rows[a & 1].list;
  return list[b & 3];
}

/* The last array of a structure that others follow. */
struct text {
  int length;
  char chars[8];
};

int inner(unsigned char a) {
  struct {
    struct text text;
    int behind[5];
  } s;
  memset(&s, 0, sizeof s);
  char *at = s.text.chars;
  return at[a & 15]; /* BUG:inner */
}

int inner_right(unsigned char a) {
  struct {
    struct text text;
    int behind[5];
  } s;
  memset(&s, 0, sizeof s);
  char *at = s.text.chars;
  return at[a & 7];
}

int literal(unsigned char a) {
  int *p = &(int){1};
  {
    if (a == 3)
      p = (int[]){1, 2};
  }
  return *p; /* BUG:literal */
}

int literal_again(unsigned char a) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    if (p && a == 3)
      sum += *p; /* BUG:literal_again */
    p = (int[]){i, 2};
  }
  return sum;
}

int literal_right(unsigned char a) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *p = (int[]){i, a, 3};
    if (a & 1) {
      p[1]++;
      sum += *p;
    } else {
      for (int k = 0; k < 3; k++)
        sum += p[k];
    }
    sum += p[a % 3];
  }
  return sum;
}

/* To LLVM the address of a global and that of the array it begins with are one. */
static struct pair {
  int one[4];
  int two[4];
} pair;

static struct {
  char name[4];
  char more[4];
} named;

int first(unsigned char a) {
  int *p = pair.one;
  return p[a & 7]; /* BUG:first */
}

int first_of_two(unsigned char a) {
  int *p = a & 1 ? pair.one : pair.two;
  return p[a & 1 ? a >> 1 & 7 : 0]; /* BUG:first_of_two */
}

static int given(int *values, int i) {
  return values[i]; /* BUG:given */
}

int first_given(unsigned char a) {
  return given(pair.one, a & 7);
}

int first_copied(unsigned char a) {
  strcpy(named.name, a == 3 ? "four" : "one"); /* BUG:first_copied */
  return named.more[0];
}

static int both(struct pair *p, int i) {
  return p->one[i] + p->two[i];
}

int first_right(unsigned char a) {
  struct pair *p = a & 1 ? &pair : 0;
  int *one = pair.one;
  strcpy(named.name, a == 3 ? "two" : "one");
  return both(&pair, a & 3) + (p ? p->two[a & 3] : 0) + one[a & 3] + given(pair.one, a & 3);
}

int first_bytes(unsigned char a) {
  char *bytes = (char *)&named;
  return bytes[a & 7];
}
