// nearmiss: explore --entry wrong
// expect: finding shift @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding shift @almost

unsigned wrong(unsigned char n) {
  return 1u << n; /* BUG:wrong */
}

unsigned safe(unsigned char n) {
  return n < 32 ? 1u << n : 0;
}

unsigned almost(unsigned char n) {
  return n < 33 ? 1u << n : 0; /* BUG:almost */
}
