// verify: --entry put
static int log4;
static unsigned quarter(unsigned n) {
  return n * n % 4;
}
int put(unsigned n) {
  int slots[4] = {0};
  unsigned i = quarter(n);
  if (i == 4) log4++;
  slots[i] = 1; // false
  return slots[0] + log4;
}
