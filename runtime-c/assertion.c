/* The ends of a program that mean a failure. */
#include "engine.h"

/* A program that brings its own keeps it. */
#pragma clang attribute push(__attribute__((weak)), apply_to = function)


_Noreturn void __assert_fail(const char *expression, const char *file, int line, const char *function) {
  __nm_assert_fail(expression, file, line, function);
}

_Noreturn void nearmiss_assert_failed(const char *expression, const char *file, int line, const char *function) {
  __nm_assert_fail(expression, file, line, function);
}

_Noreturn void abort(void) { __nm_abort(); }

#pragma clang attribute pop
