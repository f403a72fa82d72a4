// verify: --entry length --len s=4 --nullable
static int seen;
int length(const char *s) {
  int n = 0;
  while (s[n]) n++; // real
  if (s == 0) seen++;
  return n + seen;
}
