// A URL decoder, a filter from stdin to stdout: `%` is followed by two digits, unless the text ends before.
// npx nearmiss explore examples/url.c --stdin 0..4

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* Decodes in place; the text only gets shorter. */
static void decode(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (*from == '%') {
      int high = digit(from[1]), low = digit(from[2]);
      if (high >= 0 && low >= 0) {
        *to++ = (char)(high << 4 | low);
        from += 2;
        continue;
      }
    }
    *to++ = *from == '+' ? ' ' : *from;
  }
  *to = 0;
}

int main(void) {
  char line[256];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  line[strcspn(line, "\r\n")] = 0;
  char *text = malloc(strlen(line) + 1);
  if (!text)
    return 1;
  strcpy(text, line);
  decode(text);
  puts(text);
  free(text);
  return 0;
}
