// nearmiss: explore --entry printed --len s=3 --max-runs 60
// expect: finding format-string @printed
// nearmiss: explore --entry printed_safe --len s=3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry cleaned --len s=2
// expect: complete true
// expect: no findings
// nearmiss: explore --entry built --len s=3 --max-runs 60
// expect: finding format-string @built
// nearmiss: explore --entry own_format
// expect: complete true
// expect: no findings
// nearmiss: explore --entry numbered
// expect: finding format-string @numbered
// A format that comes from input, itself or in part; formats a program makes of its own accord are fine.

#include <stdio.h>
#include <string.h>

int printed(char *s) {
  printf(s); /* BUG:printed */
  return 0;
}

int printed_safe(char *s) {
  printf("%s", s);
  return 0;
}

int cleaned(char *s) {
  for (char *p = s; *p; p++)
    if (*p == '%')
      return 1;
  printf(s);
  return 0;
}

int built(char *s) {
  char line[16] = "name ";
  char format[32];
  strcpy(format, line);
  strcat(format, s);
  fprintf(stderr, format); /* BUG:built */
  return 0;
}

int own_format(unsigned char width) {
  char format[16], line[300];
  snprintf(format, sizeof format, "%%%dd", 7);
  snprintf(line, sizeof line, format, width);
  return line[0];
}

int numbered(char percent, char digit) {
  if (digit != '1' && digit != '2')
    return 0;
  char format[] = {percent, digit, '$', 'd', 0};
  printf(format, 7, 8); /* BUG:numbered */
  return 0;
}
