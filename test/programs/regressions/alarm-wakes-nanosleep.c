// nearmiss: explore
// expect: paths 1
// expect: no findings
// expect: incomplete unmodelled-call
// gnulib's configure sleeps for as long as there are numbers, and waits for its alarm.

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static int rang;
static void ring(int signal) { rang = signal; }

int main(void) {
  struct timespec moment = {0, 1}, ages = {0x7fffffffffffffffLL, 999999999}, left;
  signal(SIGALRM, ring);
  alarm(1);
  assert(nanosleep(&moment, NULL) == 0 && !rang);
  alarm(2);
  assert(nanosleep(&ages, &left) == -1 && errno == EINTR && rang == SIGALRM);
  assert(left.tv_sec == ages.tv_sec - 2 && alarm(0) == 0);
  return 0;
}
