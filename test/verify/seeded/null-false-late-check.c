// verify: --entry length --len s=4
static int seen;
int length(const char *s) {
  int n = 0;
  while (s[n]) n++; // false
  if (s == 0) seen++;
  return n + seen;
}
