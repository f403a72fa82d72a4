// A thread that can not be started here.
// nearmiss: explore
// expect: no findings
// expect: incomplete unmodelled-call
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, work, 0) != 0)
    abort();
  return 0;
}
