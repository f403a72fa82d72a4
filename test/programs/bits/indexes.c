// Numbers that say where: indexes made wider, differences, pointers as numbers.
// nearmiss: explore --entry before
// expect: complete true
// expect at 64: finding array-overflow @before
// nearmiss: explore --entry last
// expect: complete true
// expect at 32: finding array-underflow @last
// expect at 64: finding array-overflow @last
// nearmiss: explore --entry far
// expect: complete true
// expect: finding array-overflow @far
// expect: finding array-underflow @far
// nearmiss: explore --entry wide
// expect: complete true
// expect at 64: finding array-overflow @wide
// nearmiss: explore --entry around
// expect: complete true
// expect at 32: finding integer-overflow @around
// expect at 64: finding array-overflow @around
// nearmiss: explore --entry number
// expect at 32: paths 1
// expect at 64: finding array-overflow @number
// nearmiss: explore --entry tagged
// expect: complete true
// expect: no findings
// nearmiss: explore --entry distance
// expect: complete true
// expect: no findings
// expect: verified array-overflow
#include <stddef.h>
#include <stdint.h>

static int values[16];

/* Wraps back into the array on a machine of 32 bits, and is four thousand million elements away on one of 64. */
int before(unsigned char i) {
  const int *half = values + 8;
  return i < 8 ? half[i - 8u] : 0; /* BUG:before */
}

int last(unsigned char count) {
  unsigned i = count - 1u;
  return count <= 16 ? values[i] : 0; /* BUG:last */
}

int far(long i) {
  return values[i]; /* BUG:far */
}

/* The index is tested as an int and used as it is. */
int wide(unsigned long long i) {
  if (i >> 40)
    return 0;
  return (unsigned)i < 16 ? values[(size_t)i] : 0; /* BUG:wide */
}

/* Multiplied, it comes around: 0x40000001 * 4 is 4 on 32 bits. */
int around(unsigned n) {
  if (n != 0x40000001u)
    return 0;
  return *(int *)((char *)values + n * sizeof(int)); /* BUG:around */
}

/* A pointer kept in an unsigned int. */
int number(unsigned char i) {
  char *p = (char *)values + (i & 3);
  uintptr_t kept = (uintptr_t)p;
  if (sizeof kept == 8)
    kept |= (uintptr_t)1 << (sizeof kept * 4);
  return *(char *)kept; /* BUG:number */
}

/* A number in bits that no address uses, taken out again. */
int tagged(unsigned char i) {
  uintptr_t kept = (uintptr_t)&values[i & 7] | 1;
  return *(int *)(kept & ~(uintptr_t)1);
}

int distance(unsigned char i) {
  int *p = &values[i & 15];
  ptrdiff_t d = p - values;
  return d < 16 ? values[d] : 0;
}
