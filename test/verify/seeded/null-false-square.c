// verify: --entry store
static int cell;
int store(int a) {
  int *p = 0;
  if (a * a % 4 != 2) p = &cell;
  *p = 1; // false
  return cell;
}
