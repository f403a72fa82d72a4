// A loop that an alarm ends.
// nearmiss: explore --fuel 100000
// expect: no findings
// expect: incomplete unmodelled-call
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int rang;
static void ring(int number) { rang = number; }

int main(void) {
  signal(SIGALRM, ring);
  alarm(1);
  while (!rang)
    ;
  return 0;
}
