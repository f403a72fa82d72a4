// verify: --entry store
static int cell;
int store(int a, int b) {
  int *p = 0;
  if (a > 10) p = &cell;
  if (b > 10) *p = 1; // real
  return cell;
}
