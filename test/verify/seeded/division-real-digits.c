// verify: --entry mean --len s=4
static int empty;
int mean(const char *s) {
  int sum = 0, count = 0;
  for (; *s; s++)
    if (*s >= '0' && *s <= '9') {
      sum += *s - '0';
      count++;
    }
  if (count == 0) empty++;
  return sum / count; // real
}
