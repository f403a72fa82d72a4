// verify: --entry put
static int log4;
int put(int i) {
  int slots[4] = {0};
  if (i < 0 || i > 4) return 0;
  if (i == 4) log4++;
  slots[i] = 1; // real
  return slots[0] + log4;
}
