// Who waits for an alarm, in three ways, is woken.
// nearmiss: explore
// expect: finding abort @bug
// expect: incomplete unmodelled-call
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int rang;
static void ring(int number) { rang++; }

int main(void) {
  sigset_t none;
  sigemptyset(&none);
  signal(SIGALRM, ring);
  alarm(2);
  if (sleep(5) == 0)
    return 1;
  alarm(1);
  pause();
  alarm(1);
  sigsuspend(&none);
  if (rang == 3)
    abort(); /* BUG:bug */
  return 0;
}
