// nearmiss: explore --entry planted
// expect: complete true
// expect: finding missing-return @sign
// expect: input n=0
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// -fsanitize=return is for C++; in C, where it is an error only if the caller looks at the value, the check is our own.

static int sign(signed char n) {
  if (n > 0)
    return 1;
  if (n < 0)
    return -1;
} /* BUG:sign */

int planted(signed char n) {
  return sign(n) + 1;
}

int repaired(signed char n) {
  sign(n);
  return n ? sign(n) : 0;
}
