/* The end of a program: what was asked for with atexit, last first, then its streams. */
#include <stdlib.h>
#include <unistd.h>
#include "wasi.h"

struct last_call {
  void (*function)(void *);
  void *argument;
};

static struct last_call few[32], *calls = few;
static size_t count, room = 32;

/* Where streams are used stdio/streams.c has another. */
WEAK void __nm_streams_at_end(void) {}

static int remember(void (*function)(void *), void *argument) {
  if (count == room) {
    struct last_call *more = malloc(2 * room * sizeof *more);
    if (!more) return -1;
    for (size_t i = 0; i < count; i++) more[i] = calls[i];
    if (calls != few) free(calls);
    calls = more;
    room *= 2;
  }
  calls[count++] = (struct last_call){function, argument};
  return 0;
}

static void without_argument(void *function) { ((void (*)(void))function)(); }

WEAK int atexit(void (*function)(void)) { return remember(without_argument, (void *)function); }
WEAK int __cxa_atexit(void (*function)(void *), void *argument, void *library) { return remember(function, argument); }
WEAK void __cxa_finalize(void *library) {}

void __nm_at_end(void) {
  while (count > 0) {
    struct last_call call = calls[--count];
    call.function(call.argument);
  }
  __nm_streams_at_end();
}

WEAK _Noreturn void _Exit(int status) { wasi_proc_exit(status); }
WEAK _Noreturn void _exit(int status) { wasi_proc_exit(status); }

WEAK _Noreturn void exit(int status) {
  __nm_at_end();
  wasi_proc_exit(status);
}
