// A loop that an alarm ends, and what comes after it.
// nearmiss: explore --fuel 100000
// expect: finding abort @bug
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
  if (rang == SIGALRM)
    abort(); /* BUG:bug */
  return 0;
}
