/*
 * There is one thread. Where another is started the engine ends the run and counts it: what the program would do with
 * two is not known. Started by hand, a program sees it fail, as it does where a limit is reached.
 */
#include <errno.h>
#include <pthread.h>
#include "host.h"

WEAK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                        void *argument) {
  (void)thread, (void)attributes, (void)start, (void)argument;
  UNMODELLED("pthread_create");
  return EAGAIN;
}
