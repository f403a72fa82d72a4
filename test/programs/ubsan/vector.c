// nearmiss: explore --entry planted
// expect: complete true
// expect: finding array-overflow @planted
// nearmiss: explore --entry stored
// expect: complete true
// expect: finding array-overflow @stored
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// -fsanitize=array-bounds (clang) for an element of a vector, which lies in no memory that could be checked.

typedef int four __attribute__((vector_size(16)));

int planted(unsigned i) {
  four v = {1, 2, 3, 4};
  return v[i]; /* BUG:planted */
}

int stored(unsigned i) {
  four v = {1, 2, 3, 4};
  v[i] = 7; /* BUG:stored */
  return v[0];
}

int repaired(unsigned i) {
  four v = {1, 2, 3, 4};
  v[i & 3] = 7;
  return i < 4 ? v[i] : 0;
}
