/* The shorter way out. */
#include <stdlib.h>
#include "wasi.h"

static void (*calls[32])(void);
static int count;

WEAK int at_quick_exit(void (*function)(void)) {
  if (count == 32) return -1;
  calls[count++] = function;
  return 0;
}

WEAK _Noreturn void quick_exit(int status) {
  while (count > 0) calls[--count]();
  _Exit(status);
}
