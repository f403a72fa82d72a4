// nearmiss: explore --entry hash --len s=3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry hash --len s=3 --checkers unsigned-wrap
// expect: complete true
// expect: finding unsigned-wrap @sum
// expect: finding unsigned-wrap @product
// nearmiss: explore --entry bucket --len s=3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry wide --checkers unsigned-wrap
// expect: complete true
// expect: finding unsigned-wrap @wide
// expect: input n=0
// nearmiss: explore --entry copied --len from=8
// expect: finding array-overflow @copied
// nearmiss: explore --entry copied --len from=8 --checkers integer-underflow
// expect: finding integer-underflow @copied
// nearmiss: explore --entry safe_copied --len from=8
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost_copied --len from=8 --checkers integer-underflow
// expect: finding integer-underflow @almost_copied
// expect: input size=3
// nearmiss: explore --entry cleared --checkers integer-overflow
// expect: finding integer-overflow @cleared
// nearmiss: explore --entry cleared
// expect: finding integer-overflow @cleared
// nearmiss: explore --entry put_right --len from=8
// expect: complete true
// expect: no findings
// nearmiss: explore --entry extended --len from=8 --checkers sign-extension-overflow
// expect: finding sign-extension-overflow @extended
// nearmiss: explore --entry extended --len from=8
// expect: finding array-overflow @extended
// nearmiss: explore --entry last
// expect: complete true
// expect at 32: finding array-underflow @last
// expect at 64: finding array-overflow @last
// nearmiss at 32: explore --entry last --checkers integer-underflow
// expect at 32: complete true
// expect at 32: finding integer-underflow @last
// expect at 32: input count=0
// nearmiss: explore --entry safe_last
// expect: complete true
// expect: no findings
// nearmiss: explore --entry middle
// expect: complete true
// expect at 64: finding array-overflow @middle
// nearmiss: explore --entry sum
// expect: complete true
// expect: finding integer-overflow @sum_index
// nearmiss: explore --entry safe_sum
// expect: complete true
// expect: no findings
// nearmiss: explore --entry ring
// expect: complete true
// expect: no findings
// nearmiss: explore --entry backwards
// expect: complete true
// expect: no findings
// Unsigned arithmetic may wrap, and a hash does; but not where it says how many bytes or which element.

#include <stddef.h>
#include <string.h>

static char to[8];
static int values[16];

unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++) {
    h += *s; /* BUG:sum */
    h *= 16777619u; /* BUG:product */
  }
  return h;
}

int bucket(const char *s) {
  return values[hash(s) % 16] + values[hash(s) & 15] + values[hash(s) >> 28];
}

unsigned long long wide(unsigned long long n) {
  return n - 1; /* BUG:wide */
}

void copied(const char *from, unsigned char size) {
  if (size < 12)
    memcpy(to, from, size - 4u); /* BUG:copied */
}

void safe_copied(const char *from, unsigned char size) {
  if (size >= 4 && size < 12)
    memcpy(to, from, size - 4u);
}

void almost_copied(const char *from, unsigned char size) {
  if (size >= 3 && size < 12)
    memcpy(to, from, size - 4u); /* BUG:almost_copied */
}

void cleared(unsigned count) {
  unsigned bytes = count * 4;
  if (bytes <= sizeof to)
    memset(to, 0, bytes); /* BUG:cleared */
}

void put_right(const char *from, unsigned char used) {
  if (used < 4)
    memcpy(to, from, used - 4u + 8u);
}

void extended(const char *from, signed char length) {
  if (length < 8)
    memcpy(to, from, length); /* BUG:extended */
}

int last(unsigned char count) {
  unsigned i = count - 1u;
  return count <= 16 ? values[i] : 0; /* BUG:last */
}

int safe_last(unsigned char count) {
  return count > 0 && count <= 16 ? values[count - 1u] : 0;
}

int middle(unsigned char i) {
  const int *half = values + 8;
  return i < 8 ? half[i - 8u] : 0; /* BUG:middle */
}

int sum(unsigned a, unsigned b) {
  unsigned i = a + b;
  return i < 16 ? values[i] : 0; /* BUG:sum_index */
}

int safe_sum(unsigned a, unsigned b) {
  return a < 8 && b < 8 ? values[a + b] : 0;
}

int ring(unsigned char head, unsigned char back) {
  return values[(head - back - 1u) & 15];
}

int backwards(unsigned char count) {
  int total = 0;
  if (count > 3)
    return 0;
  for (size_t i = count - (size_t)1; i < count; i--)
    total |= values[i];
  return total;
}
