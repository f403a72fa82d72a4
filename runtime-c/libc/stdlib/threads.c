/* Locks of the one thread there is: nobody else holds them. What would wait for another has nothing left to happen. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

/* How often it is held, and what kind of lock it is. */
#define HELD(lock) (((int *)(lock))[0])
#define KIND(lock) (((int *)(lock))[1])

WEAK int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  memset(attributes, 0, sizeof *attributes);
  return 0;
}
WEAK int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }
WEAK int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  if ((unsigned)type > 2) return EINVAL;
  *(int *)attributes = type;
  return 0;
}
WEAK int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type) {
  *type = *(const int *)attributes;
  return 0;
}
WEAK int pthread_mutex_init(pthread_mutex_t *restrict lock, const pthread_mutexattr_t *restrict attributes) {
  memset(lock, 0, sizeof *lock);
  if (attributes) KIND(lock) = *(const int *)attributes;
  return 0;
}
WEAK int pthread_mutex_destroy(pthread_mutex_t *lock) { return 0; }
WEAK int pthread_mutex_trylock(pthread_mutex_t *lock) {
  if (HELD(lock) && KIND(lock) != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
  HELD(lock)++;
  return 0;
}
WEAK int pthread_mutex_lock(pthread_mutex_t *lock) {
  if (pthread_mutex_trylock(lock) == 0) return 0;
  if (KIND(lock) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  UNMODELLED("pthread_mutex_lock");
  _Exit(0);
}
WEAK int pthread_mutex_timedlock(pthread_mutex_t *restrict lock, const struct timespec *restrict until) {
  return pthread_mutex_trylock(lock) ? ETIMEDOUT : 0;
}
WEAK int pthread_mutex_unlock(pthread_mutex_t *lock) {
  if (!HELD(lock)) return KIND(lock) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
  HELD(lock)--;
  return 0;
}

WEAK int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes) {
  memset(lock, 0, sizeof *lock);
  return 0;
}
WEAK int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return 0; }
WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  if (HELD(lock) < 0) return EBUSY;
  HELD(lock)++;
  return 0;
}
WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  if (HELD(lock) != 0) return EBUSY;
  HELD(lock) = -1;
  return 0;
}
WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return pthread_rwlock_tryrdlock(lock) ? EDEADLK : 0; }
WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { return pthread_rwlock_trywrlock(lock) ? EDEADLK : 0; }
WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (HELD(lock) < 0) HELD(lock) = 0;
  else if (HELD(lock) > 0) HELD(lock)--;
  return 0;
}

WEAK int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes) {
  memset(condition, 0, sizeof *condition);
  return 0;
}
WEAK int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
WEAK int pthread_cond_signal(pthread_cond_t *condition) { return 0; }
WEAK int pthread_cond_broadcast(pthread_cond_t *condition) { return 0; }
WEAK int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock) {
  UNMODELLED("pthread_cond_wait");
  _Exit(0);
}
WEAK int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict lock,
                                const struct timespec *restrict until) {
  return ETIMEDOUT;
}

WEAK int pthread_once(pthread_once_t *done, void (*start)(void)) {
  if (*done) return 0;
  *done = 1;
  start();
  return 0;
}

static int self;
WEAK pthread_t pthread_self(void) { return (pthread_t)&self; }
#undef pthread_equal
WEAK int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
WEAK int pthread_join(pthread_t thread, void **result) { return thread == pthread_self() ? EDEADLK : ESRCH; }
WEAK int pthread_detach(pthread_t thread) { return 0; }
WEAK int pthread_setcancelstate(int state, int *before) { return 0; }
WEAK int pthread_setcanceltype(int type, int *before) { return 0; }
WEAK void pthread_testcancel(void) {}
WEAK int pthread_attr_init(pthread_attr_t *attributes) {
  memset(attributes, 0, sizeof *attributes);
  return 0;
}
WEAK int pthread_attr_destroy(pthread_attr_t *attributes) { return 0; }
WEAK int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) { return 0; }
WEAK int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) { return 0; }

enum { KEYS = 128 };
static const void *values[KEYS];
static char used[KEYS];
WEAK int pthread_key_create(pthread_key_t *key, void (*release)(void *)) {
  for (int i = 0; i < KEYS; i++) {
    if (used[i]) continue;
    used[i] = 1;
    values[i] = 0;
    *key = (pthread_key_t)i;
    return 0;
  }
  return EAGAIN;
}
WEAK int pthread_key_delete(pthread_key_t key) {
  used[key] = 0;
  return 0;
}
WEAK void *pthread_getspecific(pthread_key_t key) { return (void *)values[key]; }
WEAK int pthread_setspecific(pthread_key_t key, const void *value) {
  values[key] = value;
  return 0;
}
