// What is only printed decides nothing.
// nearmiss: explore
// expect: no findings
// expect: complete true
// expect: held pid
#include <stdio.h>
#include <unistd.h>

int main(void) {
  printf("%d\n", getpid());
  return 0;
}
