// A pipe that can not be made here.
// nearmiss: explore
// expect: no findings
// expect: incomplete unmodelled-call
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends) < 0)
    abort();
  return 0;
}
