// nearmiss: explore --entry next
// expect: paths 1
// expect: complete true
// expect: finding integer-overflow @next
// expect: input n=2147483647
// expect: brute-force n:-2147483648,-1..1,2147483646,2147483647
// nearmiss: explore --entry next --checkers none
// expect: paths 1
// expect: tests 1
// expect: complete true
// expect: no findings
// nearmiss: explore --entry safe_next
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: verified integer-overflow
// expect: brute-force n:-2147483648,-1..1,2147483646,2147483647
// nearmiss: explore --entry almost_next
// expect: paths 2
// expect: complete true
// expect: finding integer-overflow @almost
// expect: input n=2147483646
// expect: brute-force n:-2147483648,-1..1,2147483645..2147483647
// nearmiss: explore --entry product
// expect: complete true
// expect: finding integer-overflow @product
// expect: brute-force width:-1..2,1000,2147483647 height:-1..2,4000000
// nearmiss: explore --entry safe_product
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost_product
// expect: complete true
// expect: finding integer-overflow @almost_product
// nearmiss: explore --entry negated
// expect: complete true
// expect: finding integer-overflow @negated
// expect: input n=-2147483648
// nearmiss: explore --entry wide
// expect: complete true
// expect: finding integer-overflow @wide
// expect: input n=9223372036854775807
// nearmiss: explore --entry test_by_wrapping
// expect: paths 2
// expect: complete true
// expect: finding integer-overflow @wrapping
// expect: brute-force n:-2147483648,-1..1,2147483646,2147483647
// nearmiss: explore --entry unsigned_wraps
// expect: paths 1
// expect: complete true
// expect: no findings
// nearmiss: explore --entry in_a_loop --len s=3
// expect: complete true
// expect: finding integer-overflow @loop
// expect: finding integer-underflow @loop
// A sum that does not fit has no value in C; on Wasm it wraps, and the program goes on: paths are what they
// are without the check, those of a test that relies on wrapping too.

#include <limits.h>

int next(int n) {
  return n + 1; /* BUG:next */
}

int safe_next(int n) {
  if (n == INT_MAX)
    return n;
  return n + 1;
}

int almost_next(int n) {
  if (n >= INT_MAX)
    return n;
  return n + 2; /* BUG:almost */
}

int product(int width, int height) {
  if (width < 0 || height < 0)
    return 0;
  return width * height; /* BUG:product */
}

int safe_product(int width, int height) {
  if (width < 0 || height < 0 || width > 46340 || height > 46340)
    return 0;
  return width * height;
}

int almost_product(int width, int height) {
  if (width < 0 || height < 0 || width > 46341 || height > 46341)
    return 0;
  return width * height; /* BUG:almost_product */
}

int negated(int n) {
  return -n; /* BUG:negated */
}

long long wide(long long n) {
  return n + 1; /* BUG:wide */
}

int test_by_wrapping(int n) {
  if (n + 1 < n) /* BUG:wrapping */
    return 1;
  return 0;
}

unsigned unsigned_wraps(unsigned n) {
  return n * 16777619u + 1u;
}

int in_a_loop(const signed char *s) {
  int sum = INT_MAX - 200;
  for (int i = 0; i < 3; i++)
    sum += s[i]; /* BUG:loop */
  return sum;
}
