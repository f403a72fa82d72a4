// nearmiss: explore --entry counted
// expect: paths 4
// expect: complete true
// expect: finding assertion @counted
// nearmiss: explore --entry stuck
// expect: incomplete unmodelled-call
// expect: no findings
// A semaphore counts; where its only thread would wait for ever, the run ends and that is told.

#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int counted(unsigned char n) {
  sem_t semaphore;
  int left;
  if (n > 2)
    return 0;
  sem_init(&semaphore, 0, n);
  sem_post(&semaphore);
  sem_wait(&semaphore);
  if (sem_trywait(&semaphore) != 0)
    return errno == EAGAIN;
  sem_getvalue(&semaphore, &left);
  assert(left == 0); /* BUG:counted */
  return sem_destroy(&semaphore);
}

int stuck(unsigned char n) {
  sem_t semaphore;
  sem_init(&semaphore, 0, n == 7);
  sem_wait(&semaphore);
  return 0;
}
