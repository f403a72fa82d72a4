// A line of a configuration file, `name = number`: a line of blanks alone is trimmed beyond its start.
// npx nearmiss explore examples/config.c --entry read_line --len line=5

#include <stdlib.h>
#include <string.h>

static size_t trimmed_length(const char *line) {
  size_t length = strlen(line);
  while (line[length - 1] == ' ')
    length--;
  return length;
}

static int is_name(const char *line, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((line[i] < 'a' || line[i] > 'z') && line[i] != ' ')
      return 0;
  return length > 0;
}

int read_line(const char *line) {
  size_t length = trimmed_length(line);
  if (length == 0 || line[0] == '#')
    return 0;
  const char *equals = memchr(line, '=', length);
  if (!equals || !is_name(line, (size_t)(equals - line)))
    return -1;
  return (int)strtol(equals + 1, NULL, 10);
}
