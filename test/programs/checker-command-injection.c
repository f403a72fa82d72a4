// nearmiss: explore --entry listed --len s=3
// expect: complete true
// expect: finding command-injection @listed
// nearmiss: explore --entry listed_safe --len s=3
// expect: complete true
// expect: no findings
// nearmiss: explore --entry listed_almost --len s=3
// expect: complete true
// expect: finding command-injection @listed_almost
// nearmiss: explore --entry constant
// expect: complete true
// expect: no findings
// nearmiss: explore --entry opened --len s=2
// expect: incomplete unmodelled-call
// expect: finding command-injection @opened
// nearmiss: explore --entry run --len s=2
// expect: complete true
// expect: finding command-injection @run
// Commands made of input, with and without the characters that end them; the status of a command is any.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int list(const char *s) {
  char command[32] = "ls ";
  strcat(command, s);
  return system(command); /* BUG:listed */
}

int listed(char *s) {
  return list(s);
}

static int is_name(char c) {
  return isalnum((unsigned char)c);
}

int listed_safe(char *s) {
  for (char *p = s; *p; p++)
    if (!is_name(*p))
      return -1;
  return list(s);
}

int listed_almost(char *s) {
  for (char *p = s; *p; p++)
    if (!is_name(*p) && *p != '&')
      return -1;
  char command[32] = "ls ";
  strcat(command, s);
  return system(command) == 0; /* BUG:listed_almost */
}

int constant(int n) {
  return n == 7 ? system("ls | wc -l; true") : 0;
}

int opened(char *s) {
  FILE *pipe = popen(s, "r"); /* BUG:opened */
  return pipe ? pclose(pipe) : 1;
}

int run(char *s) {
  return execlp(s, s, (char *)0); /* BUG:run */
}
