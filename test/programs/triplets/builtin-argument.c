// nearmiss: explore --entry wrong
// expect: finding builtin-argument @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding builtin-argument @almost

int wrong(unsigned n) {
  return __builtin_clz(n); /* BUG:wrong */
}

int safe(unsigned n) {
  return __builtin_clz(n | 1);
}

int almost(unsigned n) {
  return __builtin_clz(n | 0); /* BUG:almost */
}
