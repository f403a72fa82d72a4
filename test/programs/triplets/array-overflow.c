// nearmiss: explore --entry wrong
// expect: finding array-overflow @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding array-overflow @almost

static int values[8];

int wrong(unsigned char i) {
  return values[i]; /* BUG:wrong */
}

int safe(unsigned char i) {
  return i < 8 ? values[i] : 0;
}

int almost(unsigned char i) {
  return i < 9 ? values[i] : 0; /* BUG:almost */
}
