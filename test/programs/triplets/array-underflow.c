// nearmiss: explore --entry wrong
// expect: finding array-underflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding array-underflow @almost

static int values[8];

int wrong(int i) {
  return i > -100 && i < 8 ? values[i] : 0; /* BUG:wrong */
}

int safe(int i) {
  return i >= 1 && i <= 8 ? values[i - 1] : 0;
}

int almost(int i) {
  return i >= 0 && i <= 8 ? values[i - 1] : 0; /* BUG:almost */
}
