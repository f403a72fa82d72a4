// verify: --entry bit
static int wide;
int bit(int n) {
  if (n < 0 || n > 40) return 0;
  if (n == 32) wide++;
  return wide + (int)(1u << n); // real
}
