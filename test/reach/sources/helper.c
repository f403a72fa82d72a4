/* The helper is also called right before the target: counted in blocks, each of its branches is near. */
static int find(const char *set, char c) {
  for (int i = 0; set[i]; i++)
    if (set[i] == c) return i;
  return -1;
}

static int spell(const char *s) {
  if (s[0] != '_') return 1;
  if (find("sbqx", s[1]) < 0) return 2;
  if (s[1] == 'x') return 3; /* arrived */
  return 4;
}

int option(const char *s) {
  int known = 0;
  while (find("0123456789", *s) >= 0) known++, s++;
  while (find("abcdefghij", *s) >= 0) known++, s++;
  while (find("klmnopqrst", *s) >= 0) known++, s++;
  if (s[0] == 'B' && s[1] == '=') return spell(s + 2);
  return known;
}
