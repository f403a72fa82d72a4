// nearmiss: explore --entry set_name
// expect: complete true
// expect: finding array-overflow @set_name
// expect: input i=8
// expect: brute-force i:0..255
// nearmiss: explore --entry safe_set_name
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// nearmiss: explore --entry almost_set_name
// expect: complete true
// expect: finding array-overflow @almost
// expect: brute-force i:0..255
// nearmiss: explore --entry before
// expect: complete true
// expect: finding array-underflow @before
// nearmiss: explore --entry row
// expect: complete true
// expect: finding array-overflow @row
// expect: brute-force i:0..255
// nearmiss: explore --entry in_array --len users=2
// expect: complete true
// expect: finding array-overflow @in-array
// nearmiss: explore --entry in_union
// expect: complete true
// expect: finding array-overflow @union
// nearmiss: explore --entry always
// expect: complete true
// expect: finding array-overflow @always
// nearmiss: explore --entry flexible
// expect: complete true
// expect: no findings
// nearmiss: explore --entry old_flexible
// expect: complete true
// expect: no findings
// nearmiss: explore --entry oldest_flexible
// expect: complete true
// expect: no findings
// nearmiss: explore --entry behind
// expect: complete true
// expect: no findings
// nearmiss: explore --entry set_name --checkers none
// expect: complete true
// expect: no findings
// An index that leaves the array it is written on and stays in the object around it; and what looks like it but is C.

#include <stddef.h>
#include <stdlib.h>

struct user {
  char name[8];
  int admin;
};

int set_name(unsigned char i) {
  struct user user = {{0}, 0};
  if (i < 12)
    user.name[i] = 1; /* BUG:set_name */
  return user.admin;
}

int safe_set_name(unsigned char i) {
  struct user user = {{0}, 0};
  if (i < 8)
    user.name[i] = 1;
  return user.admin;
}

int almost_set_name(unsigned char i) {
  struct user user = {{0}, 0};
  if (i <= 8)
    user.name[i] = 1; /* BUG:almost */
  return user.admin;
}

static struct {
  int level;
  char name[8];
  int last;
} shared;

int before(int i) {
  if (i < -4 || i > 7)
    return 0;
  return shared.name[i]; /* BUG:before */
}

static int table[3][4];

int row(unsigned char i) {
  if (i < 8)
    return table[1][i]; /* BUG:row */
  return 0;
}

int in_array(struct user *users, unsigned char i) {
  if (i < 10)
    users[1].name[i] = 1; /* BUG:in-array */
  return users[0].name[0];
}

union word {
  unsigned char bytes[2];
  long long value;
};

int in_union(union word *word, unsigned char i) {
  if (i < 4)
    return word->bytes[i]; /* BUG:union */
  return 0;
}

int always(unsigned char i) {
  struct user user = {{0}, 0};
  user.name[i > 200 ? 9 : 10] = 1; /* BUG:always */
  return user.admin;
}

/* The three ways to write that a block goes on behind its struct. */
#define BLOCK_THAT_GOES_ON(name, bound)                \
  struct name {                                        \
    int count;                                         \
    char data[bound];                                  \
  };                                                   \
  int name(unsigned char i) {                          \
    struct name *block = malloc(sizeof *block + 8);    \
    if (!block)                                        \
      return 0;                                        \
    if (i < 8)                                         \
      block->data[i] = 1;                              \
    free(block);                                       \
    return 1;                                          \
  }
BLOCK_THAT_GOES_ON(flexible, )
BLOCK_THAT_GOES_ON(old_flexible, 1)
BLOCK_THAT_GOES_ON(oldest_flexible, 0)

/* The address behind the last element is one; so is an element's, however it is walked to. */
int behind(unsigned char n) {
  struct user user = {{0}, 0};
  if (n > 8)
    return 0;
  int count = 0;
  for (char *at = user.name, *end = &user.name[n]; at != end; at++)
    count += *at == 0;
  return count + (user.name + 8 == (char *)&user.admin);
}
