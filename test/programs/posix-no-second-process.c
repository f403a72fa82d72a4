// There is one process and no clock that rings: what would follow is not known, so the run ends, and that is said.
// nearmiss: explore --stdin 1
// expect: incomplete unmodelled-call
// expect: complete false
// expect: paths 1
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  alarm(1);
  pid_t child = fork();
  if (child == 0) return 1;
  if (child > 0) wait(0);
  return getchar() == 'x' ? 2 : 3;
}
