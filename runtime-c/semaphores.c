/* Semaphores of the one thread there is. Where it would wait for another, nothing is left to happen: the run ends. */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdlib.h>
#include "host.h"

#define COUNT(semaphore) ((semaphore)->__val[0])

static int take(sem_t *semaphore, int error) {
  if (COUNT(semaphore) <= 0) return answer(error);
  COUNT(semaphore)--;
  return 0;
}

WEAK int sem_init(sem_t *semaphore, int shared, unsigned value) {
  if (value > INT_MAX) return answer(EINVAL);
  COUNT(semaphore) = (int)value;
  return 0;
}

WEAK int sem_destroy(sem_t *semaphore) { return 0; }

WEAK int sem_post(sem_t *semaphore) {
  if (COUNT(semaphore) == INT_MAX) return answer(EOVERFLOW);
  COUNT(semaphore)++;
  return 0;
}

WEAK int sem_trywait(sem_t *semaphore) { return take(semaphore, EAGAIN); }
WEAK int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  return take(semaphore, ETIMEDOUT);
}

WEAK int sem_wait(sem_t *semaphore) {
  if (take(semaphore, EAGAIN) == 0) return 0;
  UNMODELLED("sem_wait");
  _Exit(0);
}

WEAK int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = COUNT(semaphore);
  return 0;
}

/* Those with a name are shared with other processes, and there are none. */
WEAK sem_t *sem_open(const char *name, int flags, ...) {
  UNMODELLED("sem_open");
  errno = ENOSYS;
  return SEM_FAILED;
}
WEAK int sem_close(sem_t *semaphore) { return answer(EINVAL); }
WEAK int sem_unlink(const char *name) { return answer(ENOENT); }
