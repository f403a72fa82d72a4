// A process that can not be started here.
// nearmiss: explore
// expect: no findings
// expect: incomplete unmodelled-call
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  if (fork() < 0)
    abort();
  return 0;
}
