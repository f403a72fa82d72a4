// verify: --entry ratio
static int zeros;
int ratio(unsigned a) {
  unsigned d = a * a + 1;
  if (d == 0) zeros++;
  return 1000 / d; // false
}
