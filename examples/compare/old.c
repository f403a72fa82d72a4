// Reads a port number: the version that is in use.
// npx nearmiss compare examples/compare/old.c examples/compare/new.c --entry port --len text=0..5
int port(const char *text) {
  int number = 0;
  if (*text == 0) return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return -1;
    number = number * 10 + (*text - '0');
    if (number > 65535) return -1;
  }
  return number;
}
