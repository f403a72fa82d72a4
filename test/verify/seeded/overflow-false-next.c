// verify: --entry next
static int top;
int next(int n) {
  n = n % 1000 * 1000;
  if (n == 2147483647) top++;
  return n + 1 + top; // false
}
