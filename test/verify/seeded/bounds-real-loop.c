// verify: --entry parse --len s=6
static int overrun;
int parse(const char *s) {
  int values[3] = {0}, n = 0;
  for (; *s; s++)
    if (*s == ',') {
      if (n == 3) overrun++;
      values[n] = 1; // real
      n++;
    }
  return values[0] + overrun;
}
