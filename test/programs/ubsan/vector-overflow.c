// nearmiss: explore --entry planted
// expect: complete true
// expect: finding integer-overflow @planted
// expect: finding integer-underflow @planted
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// expect: verified integer-overflow
// nearmiss: explore --entry wrapped
// expect: complete true
// expect: no findings
// expect: verified integer-overflow
// nearmiss: explore --entry shifted --checkers shift
// expect: complete true
// expect: finding shift @shifted
// expect: unseen natively shift @shifted: neither gcc nor clang checks shifts of vectors
// Each element of a vector is computed with by itself, and overflows as an int does. gcc checks that, clang does not.

typedef int four __attribute__((vector_size(16)));
typedef unsigned four_unsigned __attribute__((vector_size(16)));

int planted(int x, int y) {
  four a = {1, 2, x, 4};
  four b = {1, 2, y, 4};
  four sum = a + b; /* BUG:planted */
  return sum[2];
}

int repaired(short x, short y) {
  four a = {1, 2, x, 4};
  four b = {1, 2, y, 4};
  four sum = a + b;
  return sum[2];
}

unsigned wrapped(unsigned x) {
  four_unsigned a = {1, 2, x, 4};
  a = a * a + a;
  return a[2];
}

int shifted(int by) {
  four a = {1, 1, 1, 1};
  four b = {0, 0, 0, by};
  four c = a >> b; /* BUG:shifted */
  return c[3];
}
