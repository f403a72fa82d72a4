// Reads a port number: the version that is to replace it. It refuses numbers that begin with 0, as octal ones would.
#include <stddef.h>

int port(const char *text) {
  size_t length = 0;
  int number = 0;
  while (text[length] >= '0' && text[length] <= '9') number = number * 10 + text[length++] - '0';
  if (text[length] || length == 0 || length > 5 || text[0] == '0') return -1;
  return number <= 65535 ? number : -1;
}
