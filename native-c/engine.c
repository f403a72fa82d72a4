/*
 * What stands in for the engine when a saved test runs natively (`nearmiss replay --native`): inputs come from the
 * harness that is generated for the tests, failures end the process as its C library would.
 */
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the test that runs: what the program makes symbolic as it goes, call by call. */
const unsigned char *nearmiss_native_bytes;
const unsigned *nearmiss_native_sizes;
unsigned nearmiss_native_count;

/* The harness is at work: what it asks of the world is not the program's (runtime-c/world.c). */
int nearmiss_native_busy;

void __nm_symbolic(void *address, size_t size, const char *name) {
  static unsigned call;
  unsigned known = call < nearmiss_native_count ? nearmiss_native_sizes[call] : 0;
  unsigned given = known < size ? known : (unsigned)size;
  /* A `long` of the sandbox has four bytes; here it may have eight. */
  int negative = given > 0 && given < size && strcmp(name, "long") == 0 && (nearmiss_native_bytes[given - 1] & 0x80);
  memset(address, negative ? 0xff : 0, size);
  memcpy(address, nearmiss_native_bytes, given);
  nearmiss_native_bytes += known;
  call++;
}

void __nm_assume(int condition) {
  if (condition)
    return;
  fputs(NEARMISS_ASSUMPTION_FAILS "\n", stderr);
  _Exit(0);
}

void __nm_bound(int condition) { __nm_assume(condition); }

/* AddressSanitizer knows the size of globals and locals too. */
__attribute__((weak)) const char *__asan_locate_address(void *, char *, size_t, void **, size_t *);

size_t __nm_usable_size(void *block) {
  void *start = 0;
  size_t size = 0;
  char name[64];
  if (__asan_locate_address)
    __asan_locate_address(block, name, sizeof name, &start, &size);
  return start ? size : malloc_usable_size(block);
}
_Noreturn void __nm_abort(void) { abort(); }

_Noreturn void __nm_assert_fail(const char *expression, const char *file, int line, const char *function) {
  fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, expression);
  abort();
}

_Noreturn void nearmiss_assert_failed(const char *expression, const char *file, int line, const char *function) {
  __nm_assert_fail(expression, file, line, function);
}
