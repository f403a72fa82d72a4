/*
 * The entry points of clang's instrumentation that the engine need not hear of. Those it answers
 * (__asan_set_shadow_*, __asan_register_globals, …) stay undefined and become imports.
 */
#include <stddef.h>

void __asan_init(void) {}
void __asan_version_mismatch_check_v8(void) {}
void __asan_handle_no_return(void) {}
void __asan_before_dynamic_init(const char *module) {}
void __asan_after_dynamic_init(void) {}
void __asan_unregister_globals(void *globals, size_t count) {}

/* Set when a fuzz harness is built with coverage of its own; harmless to have. */
__attribute__((weak)) int __asan_option_detect_stack_use_after_return = 0;
