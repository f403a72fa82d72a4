// verify: --entry ratio
static int zeros;
int ratio(int a, int b) {
  int d = a - b;
  if (d == 0) zeros++;
  return 1000 / d; // real
}
