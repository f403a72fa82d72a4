/*
 * Ways to say "this is input", in the words of three communities. All but nearmiss's own are weak: a
 * program that brings its own definition (SV-COMP files bring reach_error) keeps it.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include "engine.h"
#include "include/klee/klee.h"

#define WEAK __attribute__((weak))

void nearmiss_symbolic(void *address, size_t size, const char *name) { __nm_symbolic(address, size, name); }
void nearmiss_assume(int condition) { __nm_assume(condition); }

WEAK void klee_make_symbolic(void *address, size_t size, const char *name) { __nm_symbolic(address, size, name); }
WEAK void klee_assume(uintptr_t condition) { __nm_assume(condition != 0); }

WEAK int klee_int(const char *name) {
  int value;
  __nm_symbolic(&value, sizeof value, name);
  return value;
}

WEAK int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  /* One assumption, no branch: an unsigned difference covers both bounds. */
  __nm_assume((unsigned)value - (unsigned)begin < (unsigned)end - (unsigned)begin);
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  __nm_symbolic(&value, sizeof value, "klee_choose");
  __nm_assume(value < count);
  return value;
}

/* As when KLEE replays a test: the same answer with shadows and without. */
WEAK unsigned klee_is_symbolic(uintptr_t value) { return 0; }
WEAK unsigned klee_is_replay(void) { return 0; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) {}
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {}
WEAK void klee_mark_global(void *object) {}
WEAK void klee_define_fixed_object(void *address, size_t size) {}
/* Touching what would be touched is the check. */
WEAK void klee_check_memory_access(const void *address, size_t size) {
  const volatile char *bytes = address;
  if (size > 0) {
    (void)bytes[0];
    (void)bytes[size - 1];
  }
}
WEAK void klee_print_expr(const char *message, ...) {}
WEAK void klee_print_range(const char *name, int value) {}
WEAK void klee_warning(const char *message) {}
WEAK void klee_warning_once(const char *message) {}
WEAK void klee_merge(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_stack_trace(void) {}
WEAK void klee_set_forking(unsigned enable) {}
WEAK void klee_alias_function(const char *name, const char *other) {}
WEAK size_t klee_get_obj_size(void *block) { return __nm_usable_size(block); }
WEAK _Noreturn void klee_abort(void) { __nm_abort(); }

/* No test comes of a path that ends so: as if its input had been assumed away. */
WEAK _Noreturn void klee_silent_exit(int status) {
  __nm_assume(0);
  __builtin_unreachable();
}
WEAK int klee_get_errno(void) { return errno; }
WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  __nm_assert_fail(message, file, line, suffix);
}

WEAK int klee_get_value_i32(int value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }

#define NONDET(suffix, type)                        \
  WEAK type __VERIFIER_nondet_##suffix(void) {      \
    type value;                                     \
    __nm_symbolic(&value, sizeof value, #suffix);   \
    return value;                                   \
  }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(u8, uint8_t)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(u16, uint16_t)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(u32, uint32_t)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(u64, uint64_t)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
NONDET(float, float)
NONDET(double, double)

WEAK bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  __nm_symbolic(&value, 1, "bool");
  return value & 1;
}
WEAK bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

/* A pointer nobody chose points nowhere. */
WEAK void *__VERIFIER_nondet_pointer(void) { return 0; }
WEAK char *__VERIFIER_nondet_pchar(void) { return 0; }
WEAK char *__VERIFIER_nondet_charp(void) { return 0; }
WEAK const char *__VERIFIER_nondet_const_char_pointer(void) { return 0; }

/* One thread is always alone. */
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

WEAK void __VERIFIER_nondet_memory(void *address, size_t size) { __nm_symbolic(address, size, "memory"); }
WEAK void __VERIFIER_assume(int condition) { __nm_assume(condition); }
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) __nm_assert_fail("__VERIFIER_assert", "", 0, "__VERIFIER_assert");
}
WEAK _Noreturn void __VERIFIER_error(void) { __nm_assert_fail("__VERIFIER_error()", "", 0, "__VERIFIER_error"); }
WEAK _Noreturn void reach_error(void) { __nm_assert_fail("reach_error()", "", 0, "reach_error"); }

/* Of --assume: what holds when the engine calls the entry. Calls that the program makes itself are its own affair. */
void __nearmiss_at_entry(int holds) {
  static char asked;
  if (asked) return;
  asked = 1;
  __nm_assume(holds);
}
