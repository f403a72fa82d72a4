// nearmiss: explore --entry planted
// expect: complete true
// expect: finding builtin-argument @planted
// expect: input n=0
// expect: brute-force n:0,1,255
// nearmiss: explore --entry repaired
// expect: complete true
// expect: no findings
// expect: verified builtin-argument
// -fsanitize=builtin: leading and trailing zeros of 0.

int planted(unsigned char n) {
  return __builtin_ctzll(n); /* BUG:planted */
}

int repaired(unsigned n) {
  return n ? __builtin_clz(n) + __builtin_ctz(n) : 64;
}
