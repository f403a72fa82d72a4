// nearmiss: explore --entry wrong --checkers unsigned-wrap
// expect: finding unsigned-wrap @wrong
// nearmiss: explore --entry safe --checkers unsigned-wrap
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost --checkers unsigned-wrap
// expect: finding unsigned-wrap @almost

unsigned wrong(unsigned n) {
  return n - 1; /* BUG:wrong */
}

unsigned safe(unsigned n) {
  return n < 100 ? n + 4294967196u : 0;
}

unsigned almost(unsigned n) {
  return n < 101 ? n + 4294967196u : 0; /* BUG:almost */
}
