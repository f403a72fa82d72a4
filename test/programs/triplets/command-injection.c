// nearmiss: explore --entry wrong
// expect: finding command-injection @wrong
// nearmiss: explore --entry safe
// expect: complete true
// expect: no findings
// nearmiss: explore --entry almost
// expect: finding command-injection @almost

#include <stdlib.h>

void wrong(char c) {
  char command[] = "ls x";
  command[3] = c;
  system(command); /* BUG:wrong */
}

void safe(char c) {
  char command[] = "ls x";
  command[3] = c;
  if (c >= 48 && c < 59)
    system(command);
}

void almost(char c) {
  char command[] = "ls x";
  command[3] = c;
  if (c >= 48 && c < 60)
    system(command); /* BUG:almost */
}
