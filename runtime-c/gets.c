/* C has taken it back and wasi-libc never had it; programs of its time still call it. */
#include <stdio.h>

__attribute__((weak)) char *gets(char *line) {
  char *end = line;
  int c;
  while ((c = getchar()) != EOF && c != '\n') *end++ = c;
  if (c == EOF && (end == line || ferror(stdin))) return 0;
  *end = 0;
  return line;
}
