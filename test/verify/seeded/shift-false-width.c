// verify: --entry bit
static int wide;
int bit(int n) {
  n = (n & 7) + (n >> 3 & 7);
  if (n == 32) wide++;
  return wide + (int)(1u << n); // false
}
