// verify: --entry next
static int top;
int next(int n) {
  if (n == 2147483647) top++;
  return n + 1 + top; // real
}
